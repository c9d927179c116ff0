import { evolveSettings, nothingSet } from "../program/settings.ts";
import { Commissions } from "./commissions.ts";
import type { Cycle } from "./cycle.ts";
import { topicLabels } from "./labels.ts";
import { applyEvent, type LoggedEvent, type Person, shownProfiles } from "./people.ts";
import { addDays, type CountedDays } from "./request-days.ts";
import { statistics } from "./statistics/statistics.ts";
import { Counts, type Tables } from "./tables.ts";

export interface CountedCycle {
  readonly cycle: Cycle;
  readonly position: number;
  readonly tables: Tables;
}

/** Applies events in order, and counts cycle by cycle. Pure. */
export class Replay {
  readonly #people = new Map<string, Person>();
  readonly #commissions = new Commissions();
  readonly #counted: CountedCycle[] = [];
  #settings = nothingSet;
  #position = 0;
  #nowMs = 0;
  #months: readonly Counts[] = [];
  #gone: Person[] = [];

  constructor(
    private readonly wanted: {
      /** Consecutive cycles without gaps. */
      readonly cycles: readonly Cycle[];
      /** The time at which an unfinished cycle is evaluated. */
      readonly atMs: number;
      readonly countedDays: CountedDays;
    },
  ) {
    this.#startCycle();
  }

  /** `undefined` when all have ended: later events then change nothing. */
  get cycle(): Cycle | undefined {
    return this.wanted.cycles[this.#counted.length];
  }

  take(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      // Events between two members have the start of their day as their time.
      this.#nowMs = Math.max(this.#nowMs, event.atMs);
      while (this.cycle !== undefined && this.#nowMs >= this.cycle.endMs) this.#close(this.cycle);
      if (this.cycle === undefined) return;
      this.#commissions.settle(this.#people, this.#nowMs);
      this.#commissions.take(event, this.#nowMs);
      const person = this.#people.get(event.memberId);
      this.#count(this.cycle, event, person);
      if (event.type === "TopicChanged") {
        this.#settings = evolveSettings(this.#settings, { ...event, personal: null });
      } else applyEvent(this.#people, event, person);
      this.#position = event.position;
    }
  }

  finish(): readonly CountedCycle[] {
    while (this.cycle !== undefined) this.#close(this.cycle);
    return this.#counted;
  }

  #startCycle(): void {
    this.#months = Array.from({ length: 12 }, () => new Counts());
    this.#gone = [];
  }

  #count({ months, startMs }: Cycle, event: LoggedEvent, person: Person | undefined): void {
    const counts = this.#months[months.findLastIndex((month) => month.startMs <= this.#nowMs)];
    // Before the first cycle, members' facts are applied and nothing is counted.
    if (counts === undefined) return;
    counts.add(event.type);
    counts.add(`${event.type}/${person?.role ?? "none"}`);
    if (event.type === "RoleSelected") {
      counts.add(`RoleSelected/${event.facts.previousRole}/${event.facts.role}`);
    }
    if (event.type !== "MemberErased" || person === undefined) return;
    if (person.isInvited) counts.add("MemberErased/invited");
    if (person.registeredAtMs >= startMs) this.#gone.push(person);
  }

  #close(cycle: Cycle): void {
    const atMs = Math.min(cycle.endMs, this.wanted.atMs);
    // An event at the cycle's end belongs to the next one.
    this.#commissions.settle(this.#people, atMs - 1);
    addDays(this.wanted.countedDays, this.#months, cycle, atMs);
    const all = new Counts();
    for (const month of this.#months) all.addAll(month);
    const closing = {
      cycle,
      atMs,
      people: this.#people,
      gone: this.#gone,
      profiles: shownProfiles(this.#people),
      commissions: this.#commissions.between(cycle.startMs, atMs),
      months: this.#months,
      all,
      topics: topicLabels(this.#settings.topics),
    };
    const tables = Object.entries(statistics).map(([name, one]) => [name, one.tables(closing)]);
    this.#counted.push({ cycle, position: this.#position, tables: Object.fromEntries(tables) });
    this.#startCycle();
  }
}
