/**
 * What every statistic is: a fold over the log's events that counts, and the tables its counts are
 * shown in.
 *
 * @module
 */
import type { CountedType } from "../replay/counted-types.ts";
import type { CycleGraph } from "../suppression/count-graph.ts";
import type { Cycle } from "../cycle.ts";
import type { CountedEvent } from "../replay/event-reader.ts";
import type { MemberGroups } from "../replay/member-groups.ts";
import type { Roster } from "../replay/roster.ts";
import type { Figure, Table } from "../tables.ts";
import type { ReportTopic } from "../topics.ts";

export const statisticNames = [
  "funnel",
  "cohorts",
  "supply",
  "freshness",
  "retention",
  "connections",
  "cycle",
] as const;
export type StatisticName = (typeof statisticNames)[number];

/** A cycle as far as it is known: its end, or earlier when the log or `--as-of` ends before. */
export interface Closing {
  readonly cycle: Cycle;
  /** Place of the cycle among those of the replay, from 0. */
  readonly index: number;
  /** What happened before this time is counted. */
  readonly atMs: number;
  /** Every help topic that the program has. */
  readonly topics: readonly ReportTopic[];
}

/**
 * Sees events of one type in the cycles of a replay, each once, in order, just before the roster learns
 * it.
 *
 * @param month Index of the event's month, counted from the replay's first cycle.
 */
export type Observer = (event: CountedEvent, roster: Roster, month: number) => void;

/** Counts while a log is replayed. */
export interface Fold<Counts> {
  /** By the types that it counts. */
  readonly observers?: Readonly<Partial<Record<CountedType, Observer>>>;
  /** What stands at the end of a cycle. */
  close(groups: MemberGroups, closing: Closing, roster: Roster): Counts;
}

export interface Statistic<Counts> {
  readonly name: Exclude<StatisticName, "cycle">;
  readonly title: string;
  /** @param months How many months the replay's cycles have together. */
  createFold(months: number): Fold<Counts>;
  /** The tables of one cycle. Every count in them is added to the count graph, with its sums. */
  tables(counts: Counts, graph: CycleGraph, closing: Closing): Table[];
  /** What a page about several cycles says in a line each; of counts that are in the tables. */
  highlights(counts: Counts, graph: CycleGraph): Highlight[];
}

export interface Highlight {
  readonly label: string;
  readonly figure: Figure;
}

/** One row of counters for each month of a replay. */
export function createMonthCounts(months: number, columns: number) {
  const counts = new Uint32Array(months * columns);
  return {
    add(month: number, column: number) {
      const at = month * columns + column;
      counts[at] = (counts[at] ?? 0) + 1;
    },
    /** The twelve months of a cycle, each with a number for every column. */
    ofCycle(index: number): number[][] {
      return Array.from({ length: 12 }, (_, month) => {
        const at = (index * 12 + month) * columns;
        return [...counts.subarray(at, at + columns)];
      });
    },
  };
}

/** The middle of the values, whose order it changes, or of the two in the middle; `null` without any. */
export function median(values: Uint32Array): number | null {
  if (values.length === 0) return null;
  const middle = Math.floor(values.length / 2);
  const upper = select(values, middle);
  if (values.length % 2 === 1) return upper;
  let lower = 0;
  for (let at = 0; at < middle; at++) lower = Math.max(lower, values[at] ?? 0);
  return (lower + upper) / 2;
}

/**
 * The value that stands at a place when they are sorted; smaller ones then stand before it. Hoare's
 * selection: sorting all of them would take most of the time of a closing.
 */
function select(values: Uint32Array, place: number): number {
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    const pivot = values[(first + last) >>> 1] ?? 0;
    let low = first;
    let high = last;
    while (low <= high) {
      const one = values[low] ?? 0;
      const other = values[high] ?? 0;
      if (one < pivot) low += 1;
      else if (other > pivot) high -= 1;
      else {
        values[low++] = other;
        values[high--] = one;
      }
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else break;
  }
  return values[place] ?? 0;
}
