import type { AsOf } from "../../../events/report/source.ts";
import { mostCycles, type ReportRequest } from "../../../events/report/make-reports.ts";
import { type Format, formats } from "../../../events/report/formats/format.ts";
import {
  type StatisticName,
  statisticNames,
  statistics,
} from "../../../events/report/statistics/statistics.ts";
import { dayMs } from "../../../events/day.ts";
import { cycleNamed } from "../../../events/report/cycle.ts";
import { Replay } from "../../../events/report/replay.ts";
import { closestString } from "../../config/closest-string.ts";
import { flag, parseOptions, text, UsageError } from "../tasks/options.ts";

export interface CommandLine extends ReportRequest {
  /** Whether several cycles were requested, even if it is one. */
  readonly isSeries: boolean;
  readonly isComparisonOnly: boolean;
  readonly format: Format;
  readonly out: string | undefined;
}

const names: readonly (StatisticName | "cycle")[] = [...statisticNames, "cycle"];

const help = `Statistics about the program.

  npm run report                                       this cycle on one page
  npm run report -- [statistic] [options]

Statistics
${statisticNames.map((name) => `  ${name.padEnd(10)}  ${statistics[name].about}`).join("\n")}
  cycle       all of them, with answers to eight questions (default)

Options
  --cycle YEAR        cycle 2026 is October 1, 2025 to September 30, 2026; without it, the
                      cycle of the last recorded change
  --cycles FROM..TO   several cycles, such as 2020..2026: first beside each other in one table,
                      then each by itself; at most ${mostCycles}
  --compare-only      with --cycles: only that table
  --as-of WHEN        what was known at the end of a day (2026-03-31), at a time
                      (2026-03-31T12:00:00Z), or at a position of the log (pos:1234)
  --share             for people outside of the program: no figure below 5, all rounded to 5
  --format FORMAT     table (default), csv, json or html; with --out, what the file's name says
  --out FILE          write to a file: .csv, .json, .html, or .txt for a table
  --describe          what each figure counts, and which people
  --help              this text

Examples
  npm run report -- topics
  npm run report -- --cycle 2026 --share --out cycle-2026.html
  npm run -s report -- requests --as-of 2026-03-31 --format csv > requests.csv
  npm run report -- --cycles 2020..2026 --out cycles.html
  npm run report -- --cycles 2024..2027 --compare-only
  npm run report -- people --describe

Figures count what DATA_DIR (or DATABASE_URL) has recorded; dates are in UTC.
A report on a cycle that has ended is the same whenever you make it. "npm run -s" leaves out npm's
own lines. Exit codes: 0 done, 1 it can't be done, 2 the command was not understood.`;

/** @returns The requested report, or a text to print instead. @throws {UsageError} */
export function parseCommandLine(args: readonly string[]): CommandLine | string {
  const { values, positionals } = parseOptions(args, {
    cycle: text,
    cycles: text,
    "as-of": text,
    format: text,
    out: text,
    share: flag,
    "compare-only": flag,
    describe: flag,
    help: { ...flag, short: "h" },
  });
  if (values.help) return help;
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`One statistic at a time, not also "${rest[0]}"`);
  const statistic = name === undefined ? "cycle" : oneOf("statistic", names, name);
  if (values.describe) {
    return describeStatistics(statistic === "cycle" ? statisticNames : [statistic]);
  }
  const isComparisonOnly = values["compare-only"] ?? false;
  if (isComparisonOnly && values.cycles === undefined) {
    throw new UsageError("--compare-only compares cycles: add --cycles, such as 2024..2027");
  }
  return {
    statistic,
    cycles: parseCycles(values.cycle, values.cycles),
    isSeries: values.cycles !== undefined,
    isComparisonOnly,
    asOf: parseAsOf(values["as-of"]),
    format: parseFormat(values.format, values.out),
    out: values.out,
    audiences: [values.share ? "share" : "staff"],
  };
}

/** Explains each figure, using the tables of an empty program. */
function describeStatistics(names: readonly StatisticName[]): string {
  const cycle = cycleNamed(2026);
  const replay = new Replay({ cycles: [cycle], atMs: cycle.endMs, countedDays: new Map() });
  const tables = replay.finish()[0]?.tables;
  return names.map((name) =>
    [
      `${name}: ${statistics[name].about}`,
      ...(tables?.[name] ?? []).flatMap(({ title, about, columns }) => [
        "",
        `  ${title}. ${about}`,
        ...columns.map(({ label, means }) => `    ${label}: ${means}`),
      ]),
    ].join("\n")
  ).join("\n\n");
}

function oneOf<T extends string>(what: string, names: readonly T[], given: string): T {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const meant = closestString(given, names);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(`There is no ${what} "${given}".${hint} There are ${names.join(", ")}`);
}

function parseCycles(
  one: string | undefined,
  several: string | undefined,
): [first: number, last: number] | undefined {
  if (one !== undefined && several !== undefined) {
    throw new UsageError("Either --cycle or --cycles, not both");
  }
  if (one !== undefined) {
    const cycle = cycleYear("--cycle", one);
    return [cycle, cycle];
  }
  if (several === undefined) return undefined;
  const [, from, to] = /^(\d{4})\.\.(\d{4})$/.exec(several) ?? [];
  if (from === undefined || to === undefined) {
    throw new UsageError(
      `--cycles must be two years such as 2020..2026, not "${several}"`,
    );
  }
  const [first, last] = [cycleYear("--cycles", from), cycleYear("--cycles", to)];
  if (first > last) throw new UsageError(`--cycles ${several} ends before it begins`);
  if (last - first >= mostCycles) throw new UsageError(`At most ${mostCycles} --cycles at once`);
  return [first, last];
}

function cycleYear(option: string, given: string): number {
  const year = /^\d{1,6}$/.test(given) ? Number(given) : NaN;
  if (year >= 1900 && year <= 2200) return year;
  throw new UsageError(`${option} must be a whole number from 1900 to 2200`);
}

const endings: Readonly<Record<string, Format>> = {
  txt: "table",
  table: "table",
  csv: "csv",
  json: "json",
  html: "html",
};

function parseFormat(format: string | undefined, out: string | undefined): Format {
  const ending = /[^/\\]\.([^./\\]+)$/.exec(out ?? "")?.[1]?.toLowerCase();
  const ofFile = endings[ending ?? "txt"];
  if (format !== undefined) {
    const chosen = oneOf("format", formats, format);
    if (ending === undefined || ofFile === undefined || ofFile === chosen) return chosen;
    throw new UsageError(`--format ${chosen} doesn't match the name ${out}, which means ${ofFile}`);
  }
  if (ofFile !== undefined) return ofFile;
  const advice = ending === "pdf" ? ". For a PDF, print the .html from a browser" : "";
  throw new UsageError(
    `${out} has an unknown format. Name it .txt, .csv, .json or .html, or add ` +
      `--format ${formats.join("|")}${advice}`,
  );
}

function parseAsOf(given: string | undefined): AsOf {
  if (given === undefined) return { kind: "end" };
  const position = /^pos:(\d{1,15})$/.exec(given)?.[1];
  if (position !== undefined) return { kind: "position", position: Number(position) };
  const atMs = Date.parse(given);
  const isKnown = !Number.isNaN(atMs);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
    .test(given);
  // Some parsers turn February 31 into a day in March.
  if (isDay && isKnown && new Date(atMs).toISOString().startsWith(given)) {
    return { kind: "time", beforeMs: atMs + dayMs };
  }
  if (isTime && isKnown) return { kind: "time", beforeMs: atMs + 1 };
  throw new UsageError(
    "--as-of must be a day such as 2026-03-31, a time such as 2026-03-31T12:00:00Z, or a " +
      `position such as pos:1234, not "${given}"`,
  );
}
