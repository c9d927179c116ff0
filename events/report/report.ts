import type { StatisticName } from "./statistics/statistics.ts";
import type { Table } from "./tables.ts";

/** Raise it when the same log would give other figures. */
export const method = 3;

export interface Source {
  readonly method: typeof method;
  readonly version: string;
  readonly position: number;
}

export interface Section {
  readonly name: StatisticName | "summary";
  readonly title: string;
  readonly tables: readonly Table[];
}

export interface ReportAnswer {
  readonly name: StatisticName;
  readonly question: string;
  /** Sentence with figures of this cycle, and of the last one if known. */
  readonly sentence: string;
  readonly charted: string;
}

export type ActionPage = "waiting" | "invitations" | "import" | "people" | "announcement";

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
  readonly answers: readonly ReportAnswer[];
  /** At most three; empty for outside readers. */
  readonly nextSteps: readonly NextStep[];
  readonly sections: readonly Section[];
}

export type Audience = "staff" | "share";
