import type { Report } from "../report.ts";

/** `Funnel, cycle 2026`. */
export function titleOf({ statistic, cycle }: Report): string {
  return statistic === "cycle"
    ? `Cycle ${cycle}`
    : `${statistic.charAt(0).toUpperCase()}${statistic.slice(1)}, cycle ${cycle}`;
}

/** What the report is about and made of, in the order it is read. */
export function particulars(report: Report): readonly (readonly [name: string, value: string])[] {
  const { from, to, isComplete, asOf, source, minCell } = report;
  return [
    ["Cycle", `${report.cycle}, ${from} to ${to}${isComplete ? "" : ", not over yet"}`],
    ["As of", asOf],
    ["Log position", String(source.position)],
    ["Head hash", source.headHash],
    ["Version", source.version],
    ["Smallest count shown", String(minCell)],
  ];
}

/** What the sign for a figure that is held back means. */
export function suppressionNote({ minCell }: Report): string {
  return `* held back: fewer than ${minCell} people, or a figure that would give such a one away`;
}
