import type { StatisticName } from "./statistics/statistics.ts";
import type { Table } from "./tables.ts";

/** Raised when the same log would give other figures. */
export const method = 2;

/** What a report was made from, so that it can be made again. */
export interface Source {
  readonly method: typeof method;
  /** The product's version. */
  readonly version: string;
  /** The last position of the log that counts. */
  readonly position: number;
  /** Hash of the event there; empty for an empty log. */
  readonly head: string;
}

export interface Section {
  readonly name: StatisticName | "summary";
  readonly title: string;
  readonly tables: readonly Table[];
}

/** One of the questions that Insights answer. */
export interface Answer {
  /** The section whose tables have all figures. */
  readonly name: StatisticName;
  readonly question: string;
  /** Made of figures: of this cycle, and of the last one where it is known. */
  readonly sentence: string;
  /** The table that is charted, by its id. */
  readonly charted: string;
}

/** A page that staff can act on. */
export type ActionPage = "waiting" | "invitations" | "import" | "people" | "announcement";

/** Something for staff to do, and where. */
export interface NextStep {
  readonly sentence: string;
  readonly page: ActionPage;
}

/** A report on one commissioning cycle. */
export interface Report {
  readonly statistic: StatisticName | "cycle";
  readonly cycle: number;
  /** First and last day of the cycle, such as `2025-10-01`. */
  readonly from: string;
  readonly to: string;
  readonly isComplete: boolean;
  /** What happened before this time is counted; ISO 8601. */
  readonly asOf: string;
  readonly source: Source;
  readonly audience: Audience;
  /** In the order of the page; none in a report on one statistic. */
  readonly answers: readonly Answer[];
  /** At most three; none for readers outside. */
  readonly nextSteps: readonly NextStep[];
  readonly sections: readonly Section[];
}

/** Who reads it: the program's staff, or people outside of the program. */
export type Audience = "staff" | "share";
