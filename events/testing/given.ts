import { expect } from "vitest";
import { Refusal, type RefusalCode } from "../errors.ts";
import type { MemberCommand } from "../members/commands.ts";
import { decide } from "../members/decide.ts";
import type { MemberEvent } from "../members/events.ts";
import { evolve, unknownMember } from "../members/evolve.ts";

/** The time at which every command of a specification happens. */
export const at = new Date("2026-03-01T12:00:00.000Z");

/** Given what happened, when someone asks for something, then this is recorded, or refused. */
export function given(...events: readonly MemberEvent[]) {
  const atMs = at.getTime();
  const member = events.reduce(
    (before, event) => evolve(before, { memberId: "member-1", atMs, event }),
    unknownMember,
  );
  return {
    when(command: MemberCommand) {
      return {
        thenEvents(...expected: readonly MemberEvent[]) {
          expect(decide(member, command, at)).toEqual(expected);
        },
        thenTypes(...types: readonly MemberEvent["type"][]) {
          expect(decide(member, command, at).map(({ type }) => type)).toEqual(types);
        },
        thenNothing() {
          expect(decide(member, command, at)).toEqual([]);
        },
        thenRefused(code: RefusalCode, fields?: Readonly<Record<string, string>>) {
          const refusal = refusalOf(() => decide(member, command, at));
          expect(refusal.code).toBe(code);
          if (fields !== undefined) expect(refusal.fields).toEqual(fields);
        },
      };
    },
  };
}

function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("Nothing was refused");
}
