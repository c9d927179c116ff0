import type { Report } from "../report.ts";
import type { Row, Table } from "../tables.ts";

/**
 * JSON for programs: figures are numbers, `"fewer than 5"`, or `null` if absent. Several cycles are a list
 * under `cycles`.
 */
export function formatJson(
  reports: readonly Report[],
  { isSeries }: { readonly isSeries: boolean },
): string {
  const contents = reports.map(contentOf);
  return `${JSON.stringify(isSeries ? { cycles: contents } : contents[0], null, 2)}\n`;
}

function contentOf({ cycle, from, to, isComplete, sections, ...report }: Report) {
  return {
    ...report,
    cycle: { name: cycle, from, to, isComplete },
    sections: sections.map((section) => ({ ...section, tables: section.tables.map(tableOf) })),
  };
}

function tableOf({ id, title, about, heading, columns, rows }: Table) {
  const rowOf = ({ label, figures, isTotal }: Row) => ({
    label,
    ...(isTotal && { isTotal }),
    figures: Object.fromEntries(columns.map((column, at) => [column.label, figures[at] ?? null])),
  });
  return { id, title, about, heading, rows: rows.map(rowOf) };
}
