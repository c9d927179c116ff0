import type { StatisticName } from "./statistics/statistics.ts";
import type { Table } from "./tables.ts";

/** Raised when the same log would give other figures. */
export const method = 2;

/** The source of a report, to make it again. */
export interface Source {
  readonly method: typeof method;
  readonly version: string;
  /** Last log position that was read. */
  readonly position: number;
  /** Hash of the event there; empty for an empty log. */
  readonly head: string;
}

export interface Section {
  readonly name: StatisticName | "summary";
  readonly title: string;
  readonly tables: readonly Table[];
}

/** An answer to one of the questions of Insights. */
export interface Answer {
  /** The section whose tables have all figures. */
  readonly name: StatisticName;
  readonly question: string;
  /** Sentence with figures of this cycle, and of the last one if known. */
  readonly sentence: string;
  /** Id of the charted table. */
  readonly charted: string;
}

/** A page on which staff can act. */
export type ActionPage = "waiting" | "invitations" | "import" | "people" | "announcement";

/** A suggested action for staff. */
export interface NextStep {
  readonly sentence: string;
  readonly page: ActionPage;
}

export interface Report {
  readonly statistic: StatisticName | "cycle";
  readonly cycle: number;
  /** First and last day of the cycle, such as `2025-10-01`. */
  readonly from: string;
  readonly to: string;
  readonly isComplete: boolean;
  /** Events before this time are counted; ISO 8601. */
  readonly asOf: string;
  readonly source: Source;
  readonly audience: Audience;
  /** In the page's order; empty in a report on one statistic. */
  readonly answers: readonly Answer[];
  /** At most three; empty for outside readers. */
  readonly nextSteps: readonly NextStep[];
  readonly sections: readonly Section[];
}

/** Readers: the program's staff, or people outside the program. */
export type Audience = "staff" | "share";
