import type { Cycle } from "../cycle.ts";
import type { LoggedEvent, People, Person, ShownProfile } from "../people.ts";
import type { RequestCounts } from "../request-days.ts";
import type { Counts, Table } from "../tables.ts";
import type { ReportTopic } from "../topics.ts";

/** A cycle as far as it is known: its end, or earlier when the log or `--as-of` ends before. */
export interface Closing {
  readonly cycle: Cycle;
  /** What happened before this time is counted. */
  readonly atMs: number;
  /** Everyone who has an account then. */
  readonly people: People;
  /** How many of them have each role; `none` for those without. */
  readonly members: Counts;
  /** What profiles say to other members then. */
  readonly profiles: readonly ShownProfile[];
  /** Requests for help, by month and in all. */
  readonly requests: { readonly months: readonly RequestCounts[]; readonly all: RequestCounts };
  /** Every help topic that the program has. */
  readonly topics: readonly ReportTopic[];
}

/**
 * Sees an event of a cycle.
 *
 * @param person The member as they were before it; none before they registered.
 * @param month Of the cycle, from 0.
 */
type Observer<Type> = (
  event: Extract<LoggedEvent, { readonly type: Type }>,
  person: Person | undefined,
  month: number,
) => void;

/** Counts one cycle. */
export interface Fold {
  /** By types that `replay.ts` reads. */
  readonly observers?: { readonly [Type in LoggedEvent["type"]]?: Observer<Type> };
  /** The tables at the end of the cycle. */
  close(closing: Closing): readonly Table[];
}

export interface Statistic {
  /** In a few words, for a list. */
  readonly about: string;
  readonly title: string;
  /** Whether a report on a later cycle says it, too. */
  readonly isCompared?: true;
  createFold(cycle: Cycle): Fold;
}
