import { numeral } from "../../../events/report/formats/numeral.ts";
import type { Chart, Figure, Table } from "../../../events/report/tables.ts";

/** What a chart draws: groups of values, one value a series. */
export interface Plot {
  /** Read to those who cannot see the picture; the table that follows has its numbers. */
  readonly description: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly values: readonly Figure[] }[];
  /** The largest value, at least 1. */
  readonly max: number;
}

/** The chart's part of a table; its total row is left out. */
export function plotOf(table: Table, chart: Chart): Plot {
  const { title, columns, rows } = table;
  const description = `Chart: ${title}. The table below has its numbers.`;
  const labels = chart.series.map((at) => columns[at]?.label ?? "");
  const groups = rows.filter(({ isTotal }) => !isTotal).map(({ label, figures }) => ({
    label,
    values: chart.series.map((at) => figures[at] ?? null),
  }));
  return { description, series: labels, groups, max: Math.max(1, ...groups.flatMap(numbersOf)) };
}

export function numbersOf({ values }: { readonly values: readonly Figure[] }): number[] {
  return values.filter((value) => typeof value === "number");
}

/** Whole numbers for an axis: nobody is counted in halves. */
export function wholeTicks(ticks: readonly number[]): number[] {
  return ticks.filter((tick) => Number.isInteger(tick));
}

/** What stands at a bar. */
export function textOf(value: Figure): string {
  return typeof value === "number" ? numeral(value) : value ?? "";
}
