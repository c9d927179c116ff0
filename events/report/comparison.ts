import type { Report } from "./report.ts";
import type { Figure, ReportRow, Table } from "./tables.ts";

/**
 * Cycles beside each other, one column each: the summary of whole reports, or the totals of one
 * statistic. It only has figures of these reports.
 */
export function comparisonOf(reports: readonly Report[]): Table {
  const cycles = reports.map(({ cycle }) => String(cycle));
  const all = reports.map(figuresIn);
  // The latest cycle has every row.
  const names = [...all.at(-1)?.keys() ?? []];
  const rows = names.map((label): ReportRow => ({
    label,
    figures: all.map((figures) => figures.get(label) ?? null),
  })).filter(({ figures }) => figures.some((figure) => figure !== null));
  return {
    id: "comparison",
    title: [...new Set([cycles[0], cycles.at(-1)])].length > 1
      ? `Cycles ${cycles[0]} to ${cycles.at(-1)}`
      : `Cycle ${cycles[0]}`,
    about: "Each cycle up to its end; one that isn't over up to the time of the report.",
    heading: "Figure",
    columns: cycles.map((label) => ({ label, means: `Figures of cycle ${label}.` })),
    rows,
  };
}

function figuresIn({ statistic, cycle, sections }: Report): ReadonlyMap<string, Figure> {
  const tables = sections.flatMap((section) => section.tables);
  if (statistic !== "cycle") return new Map(tables.flatMap(totalsOf));
  const summary = tables.find(({ id }) => id === "summary");
  const at = summary?.columns.findIndex(({ label }) => label === `Cycle ${cycle}`) ?? -1;
  return new Map(summary?.rows.map(({ label, figures }) => [label, figures[at] ?? null]));
}

function totalsOf({ title, columns, rows }: Table): [string, Figure][] {
  const total = rows.find(({ isTotal }) => isTotal);
  return columns.map(({ label }, at) => [`${title}: ${label}`, total?.figures[at] ?? null]);
}
