import { describe, meanings } from "./statistics/meanings.ts";
import { closestString } from "./closest-string.ts";
import { OptionsError, parseOptions } from "./options.ts";
import { type StatisticName, statisticNames } from "./statistics/statistic.ts";

export const formats = ["table", "csv", "json", "html"] as const;
export type Format = (typeof formats)[number];

/** Up to where the log is known. */
export type AsOf =
  | { readonly kind: "end" }
  /** The end of the last Sunday before the log's end. */
  | { readonly kind: "sunday" }
  | { readonly kind: "position"; readonly position: number }
  /** What happened before this time. */
  | { readonly kind: "time"; readonly beforeMs: number };

export interface Wish {
  readonly statistic: StatisticName;
  /** First and last cycle of the report. */
  readonly cycles: readonly [first: number, last: number];
  /** Whether several were asked for, even if it is one. */
  readonly isSeries: boolean;
  readonly asOf: AsOf;
  readonly format: Format;
  /** A file instead of stdout. */
  readonly out: string | undefined;
  readonly minCell: number;
}

/** The command was called in a way that makes no sense; the message says how it can be. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** More cycles than this make no report that anybody reads. */
export const mostCycles = 30;

/** Counts below it are held back, unless somebody says otherwise. */
export const defaultMinCell = 5;

export const help = `Statistics about the members, from the log's clear facts.

  npm run report -- <statistic> --cycle YEAR [options]

Statistics
${statisticNames.map((name) => `  ${name.padEnd(10)}  ${meanings[name].about}`).join("\n")}

Options
  --cycle YEAR        cycle 2026 is 1 October 2025 to 30 September 2026 (CYCLE_START moves it)
  --cycles FROM..TO   several of them in one report, such as 2020..2026; at most ${mostCycles}
  --as-of WHEN        what was known then: the end of a day (2026-03-31), a time
                      (2026-03-31T12:00:00Z), a position of the log (pos:1234), or
                      last-sunday: the last full Sunday before the log ends
  --format FORMAT     table (default), csv, json or html; with --out, what the file's name says
  --out FILE          write to a file instead of stdout: .csv, .json, .html, or .txt for a table
  --min-cell NUMBER   hold back counts below this number (default ${defaultMinCell}; 1 holds back nothing)
  --describe          what each figure means, of one statistic or of all
  --help              this text

Examples
  npm run report -- funnel --cycle 2026
  npm run -s report -- supply --cycle 2026 --as-of 2026-03-31 --format csv > supply.csv
  npm run report -- cycle --cycle 2026 --out cycle-2026.html
  npm run report -- cycle --cycles 2020..2026 --out cycles.html
  npm run report -- supply --describe

The log is that of the data folder (DATA_DIR), or EVENTS_URL with EVENTS_AUTH_TOKEN. Dates are in
UTC. The same log and the same options give the same bytes. A report on a cycle that is not over,
made a day later, may tell who came in between: for what you publish, use --as-of last-sunday.
"npm run -s" prints nothing of npm's own, which would stand in the file otherwise.
Exit codes: 0 done, 1 it can't be done, 2 the command was not understood.`;

/**
 * @returns What is wished for, or a text that is the answer.
 * @throws {UsageError}
 */
export function parseWish(args: readonly string[]): Wish | string {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) return help;
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`One statistic at a time, not also "${rest[0]}"`);
  const statistic = name === undefined ? undefined : oneOf("statistic", statisticNames, name);
  if (values.describe) return describe(statistic === undefined ? statisticNames : [statistic]);
  if (statistic === undefined) {
    throw new UsageError(`Name a statistic: ${statisticNames.join(", ")}`);
  }
  return {
    statistic,
    cycles: parseCycles(values.cycle, values.cycles),
    isSeries: values.cycles !== undefined,
    asOf: parseAsOf(values["as-of"]),
    format: parseFormat(values.format, values.out),
    out: values.out,
    minCell: wholeNumber("--min-cell", values["min-cell"] ?? String(defaultMinCell), 1, 1000),
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
      "min-cell": { type: "string" },
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

function parseCycles(one: string | undefined, several: string | undefined): [number, number] {
  if (one !== undefined && several !== undefined) {
    throw new UsageError("Either --cycle or --cycles, not both");
  }
  if (several === undefined) {
    if (one === undefined) throw new UsageError("Name a cycle, such as --cycle 2026");
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
  if (text === "last-sunday") return { kind: "sunday" };
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
    "--as-of must be a day such as 2026-03-31, a time such as 2026-03-31T12:00:00Z, a " +
      `position such as pos:1234, or last-sunday, which "${text}" is not`,
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
