import type { CycleGraph } from "./suppression/count-graph.ts";
import { isCountedType, typesByCode } from "./replay/counted-types.ts";
import type { Cycle } from "./cycle.ts";
import { createEventReader } from "./replay/event-reader.ts";
import { createFactCodes } from "./replay/facts.ts";
import type { PageEvents } from "./replay/page-events.ts";
import type { Page } from "./replay/pages.ts";
import { createRoster } from "./replay/roster.ts";
import type { Closing } from "./statistics/statistic.ts";
import { productTopics, type ReportTopic } from "./topics.ts";
import { createRunners, type Section } from "./statistics/statistics.ts";

export interface ReplayOptions {
  /** One after the other without gaps; the last is the one that is reported. */
  readonly cycles: readonly Cycle[];
  /** The time at which cycles that have not ended are looked at. */
  readonly atMs: number;
  /** Help topics that the program had then; the product's, without them. */
  readonly topics?: readonly ReportTopic[] | undefined;
  /** Is told the log position that was reached, after every page. */
  readonly report?: (position: number) => void;
}

/** A cycle with what each statistic counted in it. */
export interface Counted extends Closing {
  /** Add what was counted to the count graph. */
  readonly sections: readonly ((graph: CycleGraph) => Section)[];
}

/** Goes through the log once, and has every statistic count in every cycle. */
export async function replay(
  pages: AsyncIterable<Page>,
  options: ReplayOptions,
): Promise<readonly Counted[]> {
  const counting = createCounting(options);
  for await (const page of pages) {
    counting.take(page.events);
    for (const buffer of page.events.memory) buffer.transfer(0);
    options.report?.(page.upTo);
    if (counting.isDone()) break;
  }
  return counting.finish();
}

/** Takes the events of pages in order; apart from where they come from, a replay is a pure fold. */
export function createCounting(
  { cycles, atMs, topics = productTopics }: Pick<ReplayOptions, "cycles" | "atMs" | "topics">,
) {
  const codes = createFactCodes(topics.map(({ id }) => id));
  const reader = createEventReader(codes);
  const roster = createRoster(codes);
  const runners = createRunners(cycles.length * 12);
  const observersOf = typesByCode.map((type) =>
    isCountedType(type) ? runners.flatMap(({ observers }) => observers[type] ?? []) : []
  );
  const monthStarts = cycles.flatMap(({ months }) => months.map(({ startMs }) => startMs));
  const counted: Counted[] = [];
  let month = -1;

  /** Counts the events that happened before a time. Returns the place of the first that did not. */
  function countUntil(endMs: number, events: PageEvents, from: number): number {
    for (let place = from; place < events.count; place++) {
      const atMs = events.atMs[place] ?? 0;
      if (atMs >= endMs) return place;
      while (atMs >= (monthStarts[month + 1] ?? Infinity)) month += 1;
      const event = reader.at(events, place);
      if (month >= 0) {
        for (const observe of observersOf[events.types[place] ?? 0] ?? []) {
          observe(event, roster, month);
        }
      }
      roster.apply(event);
    }
    return events.count;
  }

  function close(cycle: Cycle, time: number) {
    const closing = { cycle, index: counted.length, atMs: time, topics };
    const groups = roster.groups();
    const sections = runners.map((runner) => runner.close(groups, closing, roster));
    groups.close();
    counted.push({ ...closing, sections });
  }

  return {
    /** Whether all cycles are over: later events change nothing. */
    isDone: () => counted.length === cycles.length,
    take(events: PageEvents) {
      reader.open(events);
      let place = 0;
      for (const cycle of cycles.slice(counted.length)) {
        place = countUntil(cycle.endMs, events, place);
        if (place === events.count) return;
        close(cycle, cycle.endMs);
      }
    },
    finish(): readonly Counted[] {
      for (const cycle of cycles.slice(counted.length)) close(cycle, Math.min(cycle.endMs, atMs));
      return counted;
    },
  };
}
