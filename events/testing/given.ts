import { expect } from "vitest";
import { Refusal, type RefusalCode } from "../errors.ts";
import type { MemberCommand } from "../members/commands.ts";
import { decide } from "../members/decide.ts";
import type { MemberEvent } from "../members/events.ts";
import { evolve, unknownMember } from "../members/evolve.ts";

/** The time at which every command of a specification happens. */
export const at = new Date("2026-03-01T12:00:00.000Z");

/** Given these events, when a command is decided, then these events follow, or a refusal. */
export function given(...events: readonly MemberEvent[]) {
  const atMs = at.getTime();
  const member = events.reduce(
    (before, event) => evolve(before, { memberId: "member-1", atMs, event }),
    unknownMember,
  );
  return {
    when: (command: MemberCommand, now: Date = at) => decided(() => decide(member, command, now)),
    decide: (command: MemberCommand) => decide(member, command, at),
  };
}

/** Expectations of a decision: events, or a refusal. */
export function decided<Event extends { readonly type: string }>(decide: () => readonly Event[]) {
  return {
    thenEvents: (...expected: readonly Event[]) => expect(decide()).toEqual(expected),
    thenTypes: (...types: readonly Event["type"][]) =>
      expect(decide().map(({ type }) => type)).toEqual(types),
    thenNothing: () => expect(decide()).toEqual([]),
    thenRefused(code: RefusalCode, fields?: Readonly<Record<string, string>>) {
      const refusal = refusalOf(decide);
      expect(refusal?.code).toBe(code);
      if (fields !== undefined) expect(refusal?.fields).toEqual(fields);
    },
  };
}

/** The refusal of a command, if it is refused. */
export function refusalOf(work: () => unknown): Refusal | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}
