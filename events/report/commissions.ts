import type { Component } from "../vocabulary.ts";
import { isIn, type LoggedEvent, type People } from "./people.ts";

/** A confirmation of a commission that wasn't undone. It outlives its member's account. */
export interface Commission {
  readonly branch: string;
  readonly component: Component;
  /** In milliseconds since 1970, like every time here. */
  readonly atMs: number;
  /** Twelve months later. */
  readonly yearLaterMs: number;
  /** Whether the directory showed them a year later; `undefined` before that. */
  readonly hasStayed: boolean | undefined;
}

/** Confirmed commissions, and whether the directory still showed each member a year later. */
export class Commissions {
  /** By member, in the order of confirmations. */
  readonly #all = new Map<string, Commission>();
  /** Members in the order in which their year ends; some have undone or repeated their confirmation. */
  readonly #waiting: { readonly memberId: string; readonly yearLaterMs: number }[] = [];
  #settled = 0;

  take({ type, memberId, facts }: LoggedEvent, atMs: number): void {
    if (type === "CommissioningUndone") this.#all.delete(memberId);
    if (type !== "Commissioned") return;
    const { branch, component } = facts;
    const yearLaterMs = yearLater(atMs);
    this.#all.delete(memberId);
    this.#all.set(memberId, { branch, component, atMs, yearLaterMs, hasStayed: undefined });
    this.#waiting.push({ memberId, yearLaterMs });
  }

  /** Settles every member whose year has ended by a time. Call it before applying later events. */
  settle(people: People, untilMs: number): void {
    for (;;) {
      const next = this.#waiting[this.#settled];
      if (next === undefined || next.yearLaterMs > untilMs) return;
      this.#settled += 1;
      const { memberId, yearLaterMs } = next;
      const commission = this.#all.get(memberId);
      if (commission?.yearLaterMs !== yearLaterMs) continue;
      const person = people.get(memberId);
      const hasStayed = person?.profile?.isVisible === true && isIn(person);
      this.#all.set(memberId, { ...commission, hasStayed });
    }
  }

  /** Members who confirmed in a period, and those whose year ended in it. Its end is excluded. */
  between(fromMs: number, untilMs: number) {
    const isWithin = (atMs: number) => fromMs <= atMs && atMs < untilMs;
    const all = [...this.#all.values()];
    return {
      confirmed: all.filter(({ atMs }) => isWithin(atMs)),
      aYearAgo: all.filter(({ yearLaterMs, hasStayed }) =>
        hasStayed !== undefined && isWithin(yearLaterMs)
      ),
    };
  }
}

/** The same day and time of the next year; March 1 after February 29. */
function yearLater(atMs: number): number {
  const at = new Date(atMs);
  return at.setUTCFullYear(at.getUTCFullYear() + 1);
}
