import type { Commissions } from "../commissions.ts";
import type { Cycle } from "../cycle.ts";
import type { TopicLabels } from "../labels.ts";
import type { People, Person, ShownProfile } from "../people.ts";
import type { Counts, ReportRow, Table } from "../tables.ts";

/** The end of a cycle, or an earlier moment if the log or `--as-of` ends before. */
export interface Closing {
  readonly cycle: Cycle;
  readonly atMs: number;
  readonly people: People;
  /** People who registered in the cycle and were erased in it. */
  readonly gone: readonly Person[];
  readonly profiles: readonly ShownProfile[];
  /** Commissions confirmed in the cycle, and those whose year ended in it. */
  readonly commissions: ReturnType<Commissions["between"]>;
  /** Events by month and role then, as `ProfileHidden/cadet`; requests as in `request-days.ts`. */
  readonly months: readonly Counts[];
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
): ReportRow[] {
  const rows = cycle.months.map(({ label, startMs }, month): ReportRow => {
    const figures = figuresOf(months[month] ?? all);
    return { label, figures: startMs < atMs ? figures : figures.map(() => null) };
  });
  return [...rows, { label: "Total", figures: figuresOf(all), isTotal: true }];
}
