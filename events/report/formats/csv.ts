import type { Report } from "../report.ts";
import { csvText } from "./csv-text.ts";
import { particulars } from "./words.ts";

/**
 * CSV for spreadsheets: one line for each figure with its table, row and column. The first lines describe the
 * report. With several cycles, each line begins with its cycle. A missing figure is empty.
 */
export function formatCsv(
  reports: readonly Report[],
  { isSeries }: { readonly isSeries: boolean },
): string {
  const heads = ["table", "row", "column", "value"];
  const lines = [
    isSeries ? ["cycle", ...heads] : heads,
    ...reports.flatMap((report) =>
      linesOf(report).map((line) => isSeries ? [String(report.cycle), ...line] : line)
    ),
  ];
  return csvText(lines);
}

function linesOf(report: Report): string[][] {
  return [
    ["report", "Statistic", "", report.statistic],
    ...particulars(report, String).map(([name, value]) => ["report", name, "", value]),
    ...report.answers.map(({ question, sentence }) => ["answers", question, "", sentence]),
    ...report.sections.flatMap(({ tables }) =>
      tables.flatMap(({ id, columns, rows }) =>
        rows.flatMap(({ label, figures }) =>
          columns.map((column, at) => [id, label, column.label, String(figures[at] ?? "")])
        )
      )
    ),
  ];
}
