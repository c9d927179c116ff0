import type { Report } from "../report.ts";
import { statistics } from "../statistics/statistics.ts";

/** `Help topics, cycle 2026`. */
export function titleOf({ statistic, cycle }: Report): string {
  return statistic === "cycle"
    ? `Cycle ${cycle}`
    : `${statistics[statistic].title}, cycle ${cycle}`;
}

/** @param count Formats a number other than a year: with separators for people. */
export function particulars(
  report: Report,
  count: (figure: number) => string,
): readonly (readonly [name: string, value: string])[] {
  const { from, to, isComplete, asOf, source } = report;
  return [
    ["Cycle", `${report.cycle}, ${from} to ${to}${isComplete ? "" : ", not over yet"}`],
    ["As of", asOf],
    ["Made from", `event ${count(source.position)} of the log`],
    ["Made with", `version ${source.version}, method ${source.method}`],
  ];
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export function periodOf({ from, to, asOf, isComplete }: Report): string {
  const [first, last] = [from, to].map((day) => longDay.format(Date.parse(day)));
  return `${first} to ${last}${isComplete ? "" : `, as of ${longDay.format(Date.parse(asOf))}`}`;
}

export function noteOf({ audience }: Report): string {
  return audience === "share"
    ? "For readers outside of the program: every figure is rounded to five, and none is below five."
    : "For the program's staff. Figures by who people are count groups of five or more. To pass " +
      "figures on to others, add --share.";
}
