import { numeral } from "../numeral.ts";
import type { Chart, Printed, PrintedTable } from "../../tables.ts";

/** What a chart draws: groups of values, one value a series. */
export interface Plot {
  /** Read to those who cannot see the picture; the table that follows has its numbers. */
  readonly description: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly values: readonly Printed[] }[];
  /** The largest value, at least 1. */
  readonly max: number;
}

/** The chart's part of a table; its total row is left out, or all there is. */
export function plotOf(table: PrintedTable, chart: Chart): Plot {
  const { title, columns, rows } = table;
  const description = `Chart: ${title}. The table below has its numbers.`;
  const labels = chart.series.map((at) => columns[at]?.label ?? "");
  const total = rows.find(({ isTotal }) => isTotal);
  const groups = chart.ofTotal
    ? chart.series.map((at, place) => ({
      label: labels[place] ?? "",
      values: [total?.figures[at] ?? null],
    }))
    : rows.filter(({ isTotal }) => !isTotal).map(({ label, figures }) => ({
      label,
      values: chart.series.map((at) => figures[at] ?? null),
    }));
  const series = chart.ofTotal ? ["Total"] : labels;
  return { description, series, groups, max: Math.max(1, ...groups.flatMap(numbersOf)) };
}

export function numbersOf({ values }: { readonly values: readonly Printed[] }): number[] {
  return values.filter((value) => typeof value === "number");
}

/** How much of a chart is held back, from 0 to 1. */
export function heldShare({ groups }: Plot): number {
  const values = groups.flatMap((group) => group.values);
  return values.filter((value) => value === "suppressed").length / Math.max(1, values.length);
}

/** Whole numbers for an axis: nobody is counted in halves. */
export function wholeTicks(ticks: readonly number[]): number[] {
  return ticks.filter((tick) => Number.isInteger(tick));
}

/** What stands at a bar. */
export function textOf(value: Printed): string {
  return value === "suppressed" ? "*" : value === null ? "" : numeral(value);
}
