import { comparisonOf } from "../comparison.ts";
import type { Report } from "../report.ts";
import type { ReportRow, Table } from "../tables.ts";
import { csvText } from "./csv-text.ts";
import { formatComparison, formatTable } from "./table.ts";
import { particulars } from "./words.ts";

export const formats = ["table", "csv", "json", "html"] as const;
export type Format = (typeof formats)[number];

/** Whether a report is one of a series of cycles, and if only their comparison is printed. */
export interface SeriesOptions {
  /** Whether there may be several cycles. Each is then named, after a comparison of all. */
  readonly isSeries: boolean;
  readonly isComparisonOnly?: boolean;
}

export function formatReports(
  reports: readonly Report[],
  format: Exclude<Format, "html">,
  { isColored, ...series }: SeriesOptions & { readonly isColored: boolean },
): string {
  switch (format) {
    case "table": {
      const shown = series.isComparisonOnly ? [] : reports;
      return [
        ...series.isSeries ? [formatComparison(comparisonOf(reports), { isColored })] : [],
        ...shown.map((report) => formatTable(report, { isColored })),
      ].join("\n\n");
    }
    case "csv":
      return formatCsv(reports, series);
    case "json":
      return formatJson(reports, series);
  }
}

/**
 * One line a figure, with its table, row and column, and its cycle if there are several. The first
 * lines describe the report. A missing figure is empty.
 */
function formatCsv(
  reports: readonly Report[],
  { isSeries, isComparisonOnly = false }: SeriesOptions,
): string {
  const heads = ["table", "row", "column", "value"];
  if (!isSeries) return csvText([heads, ...reports.flatMap(csvLinesOf)]);
  const lines = (isComparisonOnly ? [] : reports).flatMap((report) =>
    csvLinesOf(report).map((line) => [String(report.cycle), ...line])
  );
  return csvText([["cycle", ...heads], ...comparisonLines(comparisonOf(reports)), ...lines]);
}

function comparisonLines({ id, heading, columns, rows }: Table): string[][] {
  return columns.flatMap(({ label: cycle }, at) =>
    rows.map(({ label, figures }) => [cycle, id, label, heading, String(figures[at] ?? "")])
  );
}

function csvLinesOf(report: Report): string[][] {
  const tables = report.sections.flatMap((section) => section.tables);
  return [
    ["report", "Statistic", "", report.statistic],
    ...particulars(report, String).map(([name, value]) => ["report", name, "", value]),
    ...report.answers.map(({ question, sentence }) => ["answers", question, "", sentence]),
    ...tables.flatMap(({ id, columns, rows }) =>
      rows.flatMap(({ label, figures }) =>
        columns.map((column, at) => [id, label, column.label, String(figures[at] ?? "")])
      )
    ),
  ];
}

/** Figures are numbers, `"fewer than 5"`, or `null`. Several cycles are in `cycles`. */
function formatJson(
  reports: readonly Report[],
  { isSeries, isComparisonOnly = false }: SeriesOptions,
): string {
  const contents = reports.map(({ cycle, from, to, isComplete, sections, ...report }) => ({
    ...report,
    cycle: { name: cycle, from, to, isComplete },
    sections: sections.map((section) => ({ ...section, tables: section.tables.map(jsonOf) })),
  }));
  const comparison = isSeries ? jsonOf(comparisonOf(reports)) : undefined;
  const whole = isComparisonOnly
    ? { comparison }
    : isSeries
    ? { comparison, cycles: contents }
    : contents[0];
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function jsonOf({ id, title, about, heading, columns, rows }: Table) {
  const rowOf = ({ label, figures, isTotal }: ReportRow) => ({
    label,
    ...(isTotal && { isTotal }),
    figures: Object.fromEntries(columns.map((column, at) => [column.label, figures[at] ?? null])),
  });
  return { id, title, about, heading, rows: rows.map(rowOf) };
}
