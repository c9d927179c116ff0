import type { AsOf } from "../../../events/report/source.ts";
import { mostCycles, type Wish } from "../../../events/report/make-reports.ts";
import { type Format, formats } from "../../../events/report/formats/format.ts";
import {
  type StatisticName,
  statisticNames,
  statistics,
} from "../../../events/report/statistics/statistics.ts";
import { closestString } from "../../config/closest-string.ts";
import { OptionsError, parseOptions } from "../tasks/options.ts";
import { describeStatistics } from "./describe.ts";

/** A parsed command line. */
export interface Order extends Wish {
  /** Whether several cycles were asked for, even if it is one. */
  readonly isSeries: boolean;
  readonly format: Format;
  /** A file instead of stdout. */
  readonly out: string | undefined;
}

/** Error: the options make no sense. The message says which are possible. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const names: readonly (StatisticName | "cycle")[] = [...statisticNames, "cycle"];

export const help = `Statistics about the program.

  npm run report                                       this cycle on one page
  npm run report -- [statistic] [options]

Statistics
${statisticNames.map((name) => `  ${name.padEnd(10)}  ${statistics[name].about}`).join("\n")}
  cycle       all of them, with answers to seven questions (default)

Options
  --cycle YEAR        cycle 2026 is October 1, 2025 to September 30, 2026 (CYCLE_START moves it);
                      without it, the cycle of the last recorded change
  --cycles FROM..TO   several cycles in one report, such as 2020..2026; at most ${mostCycles}
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
  npm run report -- people --describe

Figures count what DATA_DIR (or EVENTS_URL with EVENTS_AUTH_TOKEN) has recorded; dates are in UTC.
A report on a cycle that has ended is the same whenever you make it. "npm run -s" leaves out npm's
own lines. Exit codes: 0 done, 1 it can't be done, 2 the command was not understood.`;

/**
 * @returns The report that is asked for, or a text that is the answer.
 * @throws {UsageError}
 */
export function parseOrder(args: readonly string[]): Order | string {
  const { values, positionals } = parse(args);
  if (values.help) return help;
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`One statistic at a time, not also "${rest[0]}"`);
  const statistic = name === undefined ? "cycle" : oneOf("statistic", names, name);
  if (values.describe) {
    return describeStatistics(statistic === "cycle" ? statisticNames : [statistic]);
  }
  return {
    statistic,
    cycles: parseCycles(values.cycle, values.cycles),
    isSeries: values.cycles !== undefined,
    asOf: parseAsOf(values["as-of"]),
    format: parseFormat(values.format, values.out),
    out: values.out,
    audiences: [values.share ? "share" : "staff"],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseOptions(args, {
      cycle: { type: "string" },
      cycles: { type: "string" },
      "as-of": { type: "string" },
      format: { type: "string" },
      out: { type: "string" },
      share: { type: "boolean" },
      describe: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    });
  } catch (error) {
    throw error instanceof OptionsError ? new UsageError(error.message) : error;
  }
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
  if (several === undefined) {
    if (one === undefined) return undefined;
    const cycle = wholeNumber("--cycle", one, 1900, 2200);
    return [cycle, cycle];
  }
  const [, from, to] = /^(\d{4})\.\.(\d{4})$/.exec(several) ?? [];
  if (from === undefined || to === undefined) {
    throw new UsageError(
      `--cycles must be two years such as 2020..2026, which "${several}" is not`,
    );
  }
  const [first, last] = [from, to].map((year) => wholeNumber("--cycles", year, 1900, 2200));
  if (first === undefined || last === undefined || first > last) {
    throw new UsageError(`--cycles ${several} ends before it begins`);
  }
  if (last - first >= mostCycles) throw new UsageError(`At most ${mostCycles} --cycles at once`);
  return [first, last];
}

/** Formats by the endings of files. */
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
    throw new UsageError(`--format ${chosen} doesn't match ${out}, whose name says ${ofFile}`);
  }
  if (ofFile !== undefined) return ofFile;
  const advice = ending === "pdf" ? ". For a PDF, print the .html from a browser" : "";
  throw new UsageError(
    `${out} ends in no format that there is: name it .txt, .csv, .json or .html, or add ` +
      `--format ${formats.join("|")}${advice}`,
  );
}

const dayMs = 24 * 60 * 60 * 1000;

function parseAsOf(text: string | undefined): AsOf {
  if (text === undefined) return { kind: "end" };
  const position = /^pos:(\d{1,15})$/.exec(text)?.[1];
  if (position !== undefined) return { kind: "position", position: Number(position) };
  const atMs = Date.parse(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(
    text,
  );
  // Some parsers take 31 February for a day in March.
  if (isDay && isRealDay(text, atMs)) return { kind: "time", beforeMs: atMs + dayMs };
  if (isTime && !Number.isNaN(atMs)) return { kind: "time", beforeMs: atMs + 1 };
  throw new UsageError(
    "--as-of must be a day such as 2026-03-31, a time such as 2026-03-31T12:00:00Z, or a " +
      `position such as pos:1234, which "${text}" is not`,
  );
}

function isRealDay(text: string, atMs: number): boolean {
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}`);
}
