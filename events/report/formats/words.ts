import type { Report } from "../report.ts";
import { mondayBefore } from "../week.ts";
import { numeral } from "./numeral.ts";

/** `Funnel, cycle 2026`. */
export function titleOf({ statistic, cycle }: Report): string {
  return statistic === "cycle"
    ? `Cycle ${cycle}`
    : `${statistic.charAt(0).toUpperCase()}${statistic.slice(1)}, cycle ${cycle}`;
}

/**
 * What the report is about and made of, in the order it is read.
 *
 * @param count How a number that is no year is written: with separators for people, bare for programs.
 */
export function particulars(
  report: Report,
  count: (figure: number) => string,
): readonly (readonly [name: string, value: string])[] {
  const { from, to, isComplete, asOf, source, minCell } = report;
  return [
    ["Cycle", `${report.cycle}, ${from} to ${to}${isComplete ? "" : ", not over yet"}`],
    ["As of", asOf],
    ["Log position", count(source.position)],
    ["Head hash", source.headHash],
    ["Version", source.version],
    ["Smallest count shown", count(minCell)],
  ];
}

/** From this share of its figures on, a report says why so many are held back. */
const manyHeld = 0.25;

/** What a reader has to know before the figures. */
export function notesOf(report: Report): readonly string[] {
  return [...suppressionNotes(report), ...closingNotes(report)];
}

/** Reports on a running cycle differ by those who came in between. */
function closingNotes({ isComplete, source: { asOfMs } }: Report): readonly string[] {
  if (isComplete || asOfMs === mondayBefore(asOfMs)) return [];
  return [
    "This cycle is not over. Two reports on it a day apart differ by what happened that day, and may tell " +
    "who it was: publish those that close with a Sunday (--as-of last-sunday), one a week at most.",
  ];
}

/** What the sign for a figure that is held back means and, where there are many, what can be done. */
function suppressionNotes(report: Report): readonly string[] {
  const { minCell } = report;
  const figures = report.sections.flatMap(({ tables }) => tables)
    .flatMap(({ rows }) => rows.flatMap((row) => row.figures))
    .filter((figure) => figure !== null);
  const held = figures.filter((figure) => figure === "suppressed").length;
  const sign = `* held back: fewer than ${
    numeral(minCell)
  } people, or a figure that would give such a one away`;
  if (held < figures.length * manyHeld) return [sign];
  return [
    sign,
    `${numeral(held)} of ${
      numeral(figures.length)
    } figures are held back. In a small program most groups are small, ` +
    "and someone who knows the others in a group of two or three can tell who is meant. It also takes " +
    "larger figures with it: from a total and its other parts, or from two cycles, a small one " +
    "could be computed.",
    "A smaller --min-cell shows more, and names more: with 3, groups of 3 and 4 can be recognized; " +
    "with 1, nothing is held back. Give such a report only to people who may know these members " +
    "one by one, and do not publish it beside one with another --min-cell.",
  ];
}
