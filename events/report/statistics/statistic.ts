import type { Cycle } from "../cycle.ts";
import type { TopicLabels } from "../labels.ts";
import type { People, Person, ShownProfile } from "../people.ts";
import type { Counts, Row, Table } from "../tables.ts";

/** The end of a cycle, or an earlier moment if the log or `--as-of` ends before. */
export interface Closing {
  readonly cycle: Cycle;
  /** Events before this time are counted. */
  readonly atMs: number;
  /** Everyone with an account at that time. */
  readonly people: People;
  /** People who registered in the cycle and were erased in it. */
  readonly gone: readonly Person[];
  /** Profiles as other members see them at that time. */
  readonly profiles: readonly ShownProfile[];
  /**
   * Events by month: `ProfileHidden` and `ProfileHidden/cadet`, by the member's role then. Requests for help
   * are under the names of `request-days.ts`.
   */
  readonly months: readonly Counts[];
  /** The sum of the months. */
  readonly all: Counts;
  readonly topics: TopicLabels;
}

export interface Statistic {
  readonly about: string;
  readonly title: string;
  tables(closing: Closing): readonly Table[];
}

/** Rows of months with their total. Months that hadn't begun have no figures. */
export function monthRows(
  { cycle, atMs, months, all }: Closing,
  figuresOf: (counts: Counts) => readonly number[],
): Row[] {
  const rows = cycle.months.map(({ label, startMs }, month): Row => {
    const figures = figuresOf(months[month] ?? all);
    return { label, figures: startMs < atMs ? figures : figures.map(() => null) };
  });
  return [...rows, { label: "Total", figures: figuresOf(all), isTotal: true }];
}
