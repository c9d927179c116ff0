import { numeral } from "../../../events/report/formats/numeral.ts";
import type { Chart, Figure, Table } from "../../../events/report/tables.ts";

/** Data of a chart: groups of values, one value per series. */
export interface Plot {
  /** Text for assistive technology; the table below has the numbers. */
  readonly description: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly label: string; readonly values: readonly Figure[] }[];
  /** The largest value, at least 1. */
  readonly max: number;
}

/** The chart's part of a table, without its total row and the groups after the first `mostGroups`. */
export function plotOf(table: Table, chart: Chart, mostGroups = Infinity): Plot {
  const { title, columns, rows } = table;
  const description = `Chart: ${title}. The table below has its numbers.`;
  const labels = chart.series.map((at) => columns[at]?.label ?? "");
  const total = rows.find(({ isTotal }) => isTotal)?.figures ?? [];
  const groups = chart.ofTotal
    ? labels.map((label, at) => ({ label, values: [total[chart.series[at] ?? 0] ?? null] }))
    : rows.filter(({ isTotal }) => !isTotal).slice(0, mostGroups).map((row) => ({
      label: row.label,
      values: chart.series.map((at) => row.figures[at] ?? null),
    }));
  const numbers = groups.flatMap(({ values }) => values.filter((one) => typeof one === "number"));
  const series = chart.ofTotal ? ["All"] : labels;
  return { description, series, groups, max: Math.max(1, ...numbers) };
}

export function textOf(value: Figure): string {
  return typeof value === "number" ? numeral(value) : value ?? "";
}
