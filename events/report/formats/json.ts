import type { Report } from "../report.ts";
import type { Printed, PrintedTable, RowOf } from "../tables.ts";

/**
 * For programs: figures are numbers, `"suppressed"`, or `null` where there is none. Several cycles are a list
 * under `cycles`, each as it is by itself.
 */
export function formatJson(
  reports: readonly Report[],
  { isSeries }: { readonly isSeries: boolean },
): string {
  const contents = reports.map(contentOf);
  return `${JSON.stringify(isSeries ? { cycles: contents } : contents[0], null, 2)}\n`;
}

function contentOf(report: Report) {
  const { statistic, cycle, from, to, isComplete, asOf, source, minCell, sections } = report;
  const { position, headHash, version } = source;
  return {
    statistic,
    cycle: { name: cycle, from, to, isComplete },
    asOf,
    log: { position, headHash },
    version,
    minCell,
    sections: sections.map(({ name, title, tables }) => ({
      name,
      title,
      tables: tables.map(tableOf),
    })),
  };
}

function tableOf({ id, title, about, heading, columns, rows }: PrintedTable) {
  const rowOf = ({ label, figures, isTotal }: RowOf<Printed>) => ({
    label,
    ...(isTotal && { isTotal }),
    figures: Object.fromEntries(columns.map((column, at) => [column.label, figures[at] ?? null])),
  });
  return { id, title, about, heading, rows: rows.map(rowOf) };
}
