import type { Report } from "../report.ts";
import type { Row, Table } from "../tables.ts";
import { csvText } from "./csv-text.ts";
import { formatTable } from "./table.ts";
import { particulars } from "./words.ts";

export const formats = ["table", "csv", "json", "html"] as const;
export type Format = (typeof formats)[number];

export function formatReports(
  reports: readonly Report[],
  format: Exclude<Format, "html">,
  { isColored, isSeries }: {
    readonly isColored: boolean;
    /** Whether there may be several cycles, so that each has to be named. */
    readonly isSeries: boolean;
  },
): string {
  switch (format) {
    case "table":
      return reports.map((report) => formatTable(report, { isColored })).join("\n\n");
    case "csv":
      return formatCsv(reports, isSeries);
    case "json":
      return formatJson(reports, isSeries);
  }
}

/**
 * One line a figure, with its table, row and column, and its cycle if there are several. The first
 * lines describe the report. A missing figure is empty.
 */
function formatCsv(reports: readonly Report[], isSeries: boolean): string {
  const heads = ["table", "row", "column", "value"];
  const lines = reports.flatMap((report) =>
    csvLinesOf(report).map((line) => isSeries ? [String(report.cycle), ...line] : line)
  );
  return csvText([isSeries ? ["cycle", ...heads] : heads, ...lines]);
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
function formatJson(reports: readonly Report[], isSeries: boolean): string {
  const contents = reports.map(({ cycle, from, to, isComplete, sections, ...report }) => ({
    ...report,
    cycle: { name: cycle, from, to, isComplete },
    sections: sections.map((section) => ({ ...section, tables: section.tables.map(jsonOf) })),
  }));
  return `${JSON.stringify(isSeries ? { cycles: contents } : contents[0], null, 2)}\n`;
}

function jsonOf({ id, title, about, heading, columns, rows }: Table) {
  const rowOf = ({ label, figures, isTotal }: Row) => ({
    label,
    ...(isTotal && { isTotal }),
    figures: Object.fromEntries(columns.map((column, at) => [column.label, figures[at] ?? null])),
  });
  return { id, title, about, heading, rows: rows.map(rowOf) };
}
