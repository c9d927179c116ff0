import type { MemberEventType } from "../members/events.ts";
import type { Book } from "./book.ts";
import { typeOfLetter, typesWithFacts } from "./counted-types.ts";
import type { Cycle } from "./cycle.ts";
import { createMemberIndex } from "./member-index.ts";
import type { Page } from "./pages.ts";
import { createRoster, type LoggedEvent } from "./roster.ts";
import type { Closing } from "./statistic.ts";
import { createRunners, type Section } from "./statistics.ts";

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
export function createCounting({ cycles, atMs }: Pick<ReplayOptions, "cycles" | "atMs">) {
  const members = createMemberIndex();
  const roster = createRoster();
  const runners = createRunners(cycles.length * 12);
  const observers = runners.flatMap(({ observe }) => observe ?? []);
  const monthStarts = cycles.flatMap(({ months }) => months.map(({ startMs }) => startMs));
  const counted: Counted[] = [];
  const event: LoggedEvent = {
    type: "MemberRegistered",
    member: 0,
    atMs: 0,
    month: -1,
    factsText: noFacts,
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
    take({ after, memberIds, types, times, facts }: Page) {
      const ids = new Uint32Array(memberIds);
      const nextTime = numbersIn(times);
      const nextFacts = linesOf(facts);
      for (let at = 0; at < types.length; at++) {
        event.atMs = nextTime();
        closeCyclesUntil(event.atMs);
        if (counted.length === cycles.length) return;
        event.type = typeOfLetter(types.charCodeAt(at));
        event.member = members.of(ids, at * 4);
        event.factsText = hasFacts(event.type) ? nextFacts() : noFacts;
        while (event.atMs >= (monthStarts[event.month + 1] ?? Infinity)) event.month += 1;
        for (const observe of observers) observe(event, roster);
        roster.apply(event);
      }
      if (nextFacts() !== "") {
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

/** Reads a page's numbers, one line after the other. */
function numbersIn(lines: ArrayBuffer): () => number {
  const bytes = new Uint8Array(lines);
  let at = 0;
  return () => {
    let number = 0;
    for (; at < bytes.length && bytes[at] !== lineBreak; at++) {
      number = number * 10 + (bytes[at] ?? 0) - zero;
    }
    at += 1;
    return number;
  };
}

/** Reads a page's texts, one line after the other; at the end there are empty ones. */
function linesOf(text: string): () => string {
  let at = 0;
  return () => {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length : end + 1;
    return line;
  };
}

function hasFacts(type: MemberEventType): boolean {
  return typesWithFacts.includes(type);
}

const noFacts = "{}";
const zero = "0".charCodeAt(0);
const lineBreak = "\n".charCodeAt(0);
