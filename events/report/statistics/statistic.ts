import type { Cycle } from "../cycle.ts";
import type { LoggedEvent, People, Person, ShownProfile } from "../people.ts";
import type { RequestCounts } from "../request-days.ts";
import type { Counts, Table } from "../tables.ts";
import type { ReportTopic } from "../topics.ts";

/** The end of a cycle, or an earlier moment if the log or `--as-of` ends before. */
export interface Closing {
  readonly cycle: Cycle;
  /** Events before this time are counted. */
  readonly atMs: number;
  /** Everyone with an account at that time. */
  readonly people: People;
  /** Members by role; `none` for those without one. */
  readonly members: Counts;
  /** Profiles as other members see them at that time. */
  readonly profiles: readonly ShownProfile[];
  /** Requests for help, by month and in total. */
  readonly requests: { readonly months: readonly RequestCounts[]; readonly all: RequestCounts };
  /** All help topics of the program. */
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
  /** By event types that `replay.ts` reads. */
  readonly observers?: { readonly [Type in LoggedEvent["type"]]?: Observer<Type> };
  /** Tables at the end of the cycle. */
  close(closing: Closing): readonly Table[];
}

export interface Statistic {
  /** Short description for a list. */
  readonly about: string;
  readonly title: string;
  /** Whether a report on a later cycle compares with it. */
  readonly isCompared?: true;
  createFold(cycle: Cycle): Fold;
}
