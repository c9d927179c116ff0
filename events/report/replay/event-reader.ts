import type { Role } from "../../vocabulary.ts";
import type { Codes } from "./codes.ts";
import { type CountedType, typeOf } from "./counted-types.ts";
import {
  createFactsReader,
  type FactCodes,
  type Facts,
  nothingSaid,
  notSaid,
  roleCodes,
} from "./facts.ts";
import { createMemberIndex } from "./member-index.ts";
import type { PageEvents } from "./page-events.ts";

/** One event as statistics read it. The object is used again for the next one: keep no reference. */
export interface CountedEvent {
  readonly atMs: number;
  /** The member's number: whoever comes later has a higher one. */
  readonly member: number;
  /** The role that was chosen, and the one before; `null` where there is none. */
  role(): Role | null;
  previousRole(): Role | null;
  /** What else its facts say; `null` and `[]` where they do not. */
  isAccepted(): boolean;
  waited(): string | null;
  helped(): string | null;
  endedBy(): string | null;
  branch(): string | null;
  region(): string | null;
  topics(): readonly string[];
}

/** The same with its facts in codes. */
export interface LoggedEvent extends CountedEvent {
  atMs: number;
  member: number;
  type: CountedType;
  facts: Facts;
}

/**
 * Shows the events of pages one by one, and numbers their members.
 *
 * @param codes Learns the values that facts have.
 */
export function createEventReader(codes: FactCodes) {
  const index = createMemberIndex();
  const facts = createFactsReader(codes);
  const event: LoggedEvent = {
    atMs: 0,
    member: 0,
    type: "MemberRegistered",
    facts: nothingSaid(),
    // No getters: objects with them are written to many times more slowly.
    role: () => roleSaid(event.facts.role),
    previousRole: () => roleSaid(event.facts.previousRole),
    isAccepted: () => said(codes.isAccepted, event.facts.isAccepted) ?? false,
    waited: () => said(codes.waited, event.facts.waited),
    helped: () => said(codes.helped, event.facts.helped),
    endedBy: () => said(codes.endedBy, event.facts.endedBy),
    branch: () => said(codes.branch, event.facts.branch),
    region: () => said(codes.region, event.facts.region),
    topics() {
      const { topics } = event.facts;
      if (topics === notSaid) return [];
      return codes.topic.values.filter((_, bit) => (topics >>> bit & 1) === 1);
    },
  };
  let members = new Uint32Array(0);

  return {
    /** Takes the events of a page, whose members are looked for. */
    open({ count, memberIds }: PageEvents): void {
      if (members.length < count) members = new Uint32Array(count);
      // One right after the other: the processor then waits for several places of a large table at a
      // time.
      for (let place = 0; place < count; place++) members[place] = index.of(memberIds, 4 * place);
    },
    /** The event at a place in the page that was opened last. */
    at({ atMs, types, lines, factsAt, factsEnd }: PageEvents, place: number): LoggedEvent {
      event.atMs = atMs[place] ?? 0;
      event.member = members[place] ?? 0;
      event.type = typeOf(types[place] ?? 0);
      event.facts = facts.read(lines, factsAt[place] ?? 0, factsEnd[place] ?? 0);
      return event;
    },
  };
}

function said<T>(codes: Codes<T>, code: number): T | null {
  return code === notSaid ? null : codes.valueOf(code);
}

function roleSaid(code: number): Role | null {
  return code === notSaid ? null : roleCodes.valueOf(code);
}
