import { UnknownEvent, type Upcast } from "../log/upcast.ts";
import { isMemberEventType, type MemberEventType, schemaVersion } from "../members/events.ts";
import { upcast } from "../members/upcast.ts";
import type { Book } from "./book.ts";
import type { Cycle } from "./cycle.ts";
import { createMemberIndex } from "./member-index.ts";
import type { Page } from "./pages.ts";
import { ofToday } from "./old-shapes.ts";
import { createRoster, type LoggedEvent } from "./roster.ts";
import type { Closing } from "./statistic.ts";
import { createRunners, type Section } from "./statistics.ts";

/** Types whose facts a statistic looks at; the others' are not even cut out of their page. */
const typesWithFacts: ReadonlySet<MemberEventType> = new Set([
  "MemberRegistered",
  "RoleSelected",
  "ProfileCreated",
  "ProfileChanged",
]);

export interface ReplayOptions {
  /** One after the other without gaps; the last is the one that is reported. */
  readonly cycles: readonly Cycle[];
  /** The time at which cycles that have not ended are looked at. */
  readonly atMs: number;
  /** Is told the log position that was reached, after every page. */
  readonly report?: (position: number) => void;
}

/** A cycle with what each statistic counted in it. */
export interface Counted extends Closing {
  /** Writes what was counted into a book. */
  readonly sections: readonly ((book: Book) => Section)[];
}

/** Goes through the log once, and has every statistic count in every cycle. */
export async function replay(
  pages: AsyncIterable<Page>,
  options: ReplayOptions,
): Promise<readonly Counted[]> {
  const counting = createCounting(options);
  for await (const page of pages) {
    counting.take(page);
    options.report?.(page.upTo);
    if (counting.isDone()) break;
  }
  return counting.finish();
}

/** Takes pages in order; apart from where they come from, a replay is a pure fold. */
export function createCounting(
  { cycles, atMs }: Pick<ReplayOptions, "cycles" | "atMs">,
  toToday: Upcast = upcast,
) {
  const members = createMemberIndex();
  const roster = createRoster();
  const runners = createRunners(cycles.length * 12);
  const observers = runners.flatMap(({ observe }) => observe ?? []);
  const monthStarts = cycles.flatMap(({ months }) => months.map(({ startMs }) => startMs));
  const typeOf = createTypeReader();
  const counted: Counted[] = [];
  const event: LoggedEvent = {
    type: "MemberRegistered",
    member: 0,
    atMs: 0,
    month: -1,
    factsText: "",
  };

  function closeCyclesUntil(time: number) {
    for (;;) {
      const cycle = cycles[counted.length];
      if (cycle === undefined || time < cycle.endMs) return;
      close(cycle, cycle.endMs);
    }
  }

  function close(cycle: Cycle, time: number) {
    const closing = { cycle, index: counted.length, atMs: time };
    counted.push({ ...closing, sections: runners.map((runner) => runner.close(roster, closing)) });
  }

  return {
    /** Whether all cycles are over: later events change nothing. */
    isDone: () => counted.length === cycles.length,
    take(page: Page) {
      const { after, count, memberIds, types, times, facts } = page.versions === undefined
        ? page
        : ofToday(page, page.versions, toToday);
      let [memberAt, typeAt, timeAt, factsAt] = [0, 0, 0, 0];
      for (let taken = 0; taken < count; taken++) {
        const memberEnd = lineEnd(memberIds, memberAt);
        const typeEnd = lineEnd(types, typeAt);
        const timeEnd = lineEnd(times, timeAt);
        const factsEnd = lineEnd(facts, factsAt);
        event.atMs = wholeNumber(times, timeAt, timeEnd);
        closeCyclesUntil(event.atMs);
        if (counted.length === cycles.length) return;
        event.type = typeOf(types.slice(typeAt, typeEnd), after + taken + 1);
        event.member = members.of(memberIds, memberAt, memberEnd);
        event.factsText = typesWithFacts.has(event.type) && !isOnlyNames(facts, factsAt, factsEnd)
          ? facts.slice(factsAt, factsEnd)
          : "{}";
        while (event.atMs >= (monthStarts[event.month + 1] ?? Infinity)) event.month += 1;
        for (const observe of observers) observe(event, roster);
        roster.apply(event);
        memberAt = memberEnd + 1;
        typeAt = typeEnd + 1;
        timeAt = timeEnd + 1;
        factsAt = factsEnd + 1;
      }
      if (memberAt < memberIds.length || factsAt < facts.length) {
        throw new Error(`The events after position ${after} cannot be told apart`);
      }
    },
    finish(): readonly Counted[] {
      closeCyclesUntil(atMs);
      for (const cycle of cycles.slice(counted.length)) close(cycle, atMs);
      return counted;
    },
  };
}

/**
 * Whether a change names fields and says nothing of them in clear, as most changes do: an object
 * with `changed` alone, so that there is one colon.
 */
function isOnlyNames(facts: string, from: number, to: number): boolean {
  return facts.startsWith(onlyNames, from) &&
    facts.lastIndexOf(":", to) === from + onlyNames.length - 2;
}

const onlyNames = '{"changed":[';

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function wholeNumber(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

/** Names of types, each checked once. */
function createTypeReader() {
  const known = new Map<string, MemberEventType>();
  return (name: string, position: number): MemberEventType => {
    const type = known.get(name);
    if (type !== undefined) return type;
    if (!isMemberEventType(name)) throw new UnknownEvent({ position, type: name, schemaVersion });
    known.set(name, name);
    return name;
  };
}
