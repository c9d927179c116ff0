import { createCountGraph } from "./suppression/count-graph.ts";
import { relateMembers } from "./suppression/population.ts";
import type { Counted } from "./replay.ts";
import type { StatisticName } from "./statistics/statistic.ts";
import type { Section } from "./statistics/statistics.ts";
import { suppress } from "./suppression/suppress.ts";
import { type PrintedTable, printTable, type Table } from "./tables.ts";

/** Which log a report is about, so that it can be made again. */
export interface Source {
  readonly position: number;
  /** Hash of the event at that position. */
  readonly headHash: string;
  /** What was known at this time. */
  readonly asOfMs: number;
  /** The product's version. */
  readonly version: string;
}

export interface Report {
  readonly statistic: StatisticName;
  readonly cycle: number;
  /** First and last day of the cycle, as `2025-10-01`. */
  readonly from: string;
  readonly to: string;
  /** Whether the cycle was over when the report looked. */
  readonly isComplete: boolean;
  readonly asOf: string;
  readonly source: Source;
  readonly minCell: number;
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly tables: readonly PrintedTable[];
  }[];
}

/**
 * A report on each cycle from the first wished one on. What is held back is decided over all statistics and
 * all cycles before, whichever of them is printed: so no two reports tell together what one does not, and a
 * cycle's figures are the same by themselves and among others.
 */
export function createReports(
  counted: readonly Counted[],
  [first, last]: readonly [first: number, last: number],
  options: Pick<Report, "statistic" | "source" | "minCell">,
): Report[] {
  const { statistic, source, minCell } = options;
  const countGraph = createCountGraph();
  const pages = counted.map((one, index) => {
    const { cycle } = one;
    const graph = countGraph.ofCycle(cycle.name);
    const sections = one.sections.map((write) => write(graph));
    relateMembers(graph, one, counted[index - 1]);
    return { cycle, sections };
  });
  const suppressed = suppress(countGraph, minCell);
  const print = (table: Table) =>
    printTable(table, (key) => countGraph.cells.get(key)?.value ?? 0, suppressed);

  return pages.flatMap(({ cycle, sections }, index) => {
    if (cycle.name < first || cycle.name > last) return [];
    const wanted = sections.filter(({ name }) => statistic === "cycle" || name === statistic);
    const summary = {
      name: "summary",
      title: `Cycle ${cycle.name} and the two before`,
      tables: [summaryTable(pages.slice(Math.max(0, index - 2), index + 1))].map(print),
    };
    return [{
      statistic,
      cycle: cycle.name,
      from: dayOf(cycle.startMs),
      to: dayOf(cycle.endMs - 1),
      isComplete: source.asOfMs >= cycle.endMs,
      asOf: new Date(source.asOfMs).toISOString(),
      source,
      minCell,
      sections: [
        ...(statistic === "cycle" ? [summary] : []),
        ...wanted.map(({ name, title, tables }) => ({ name, title, tables: tables.map(print) })),
      ],
    }];
  });
}

function summaryTable(
  pages: readonly { readonly cycle: { readonly name: number }; readonly sections: Section[] }[],
): Table {
  const highlights = pages.map(({ sections }) => sections.flatMap((one) => one.highlights));
  return {
    id: "summary",
    title: "At a glance",
    about: "Each cycle up to its own end; the last one up to the time of this report.",
    heading: "Figure",
    columns: pages.map(({ cycle }) => ({ label: `Cycle ${cycle.name}` })),
    rows: (highlights.at(-1) ?? []).map(({ label }, line) => ({
      label,
      figures: highlights.flatMap((ofCycle) => ofCycle[line]?.figure ?? []),
    })),
    charts: [{ kind: "tiles", series: pages.map((_, index) => index) }],
  };
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
