import { parseArgs } from "node:util";
import { nearest } from "./nearest.ts";
import { type StatisticName, statisticNames } from "./statistic.ts";

export const formats = ["table", "csv", "json", "html"] as const;
export type Format = (typeof formats)[number];

/** Up to where the log is known. */
export type AsOf =
  | { readonly kind: "end" }
  | { readonly kind: "position"; readonly position: number }
  /** What happened before this time. */
  | { readonly kind: "time"; readonly beforeMs: number };

export interface Wish {
  readonly statistic: StatisticName;
  readonly cycle: number;
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

export const help = `Statistics about the members, from the log's clear facts.

  npm run report -- <statistic> --cycle YEAR [options]

Statistics
  funnel      from registration to a visible profile: by month and by role
  cohorts     members by role, class year and branch, duty status and rank
  supply      alumni who can help against cadets: by topic, branch, industry and region
  freshness   how old profiles are, and changes by month
  retention   profiles hidden, shown again and deleted, accounts erased
  cycle       all of them on one page, against the two cycles before

Options
  --cycle YEAR        cycle 2026 is 1 October 2025 to 30 September 2026 (CYCLE_START moves it)
  --as-of WHEN        what was known then: the end of a day (2026-03-31), a time
                      (2026-03-31T12:00:00Z), or a position of the log (pos:1234)
  --format FORMAT     table (default), csv, json or html; with --out, what the file's name says
  --out FILE          write to a file instead of stdout
  --min-cell NUMBER   hold back counts below this number (default 5; 1 holds back nothing)
  --help              this text

Examples
  npm run report -- funnel --cycle 2026
  npm run report -- supply --cycle 2026 --as-of 2026-03-31 --format csv > supply.csv
  npm run report -- cycle --cycle 2026 --out cycle-2026.html

The log is that of the data folder (DATA_DIR), or EVENTS_URL with EVENTS_AUTH_TOKEN. Dates are in
UTC. The same log and the same options give the same bytes.
Exit codes: 0 done, 1 it cannot be done, 2 the command was not understood.`;

/** @throws {UsageError} */
export function parseWish(args: readonly string[]): Wish | "help" {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) return "help";
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError(`Name a statistic: ${statisticNames.join(", ")}`);
  if (rest.length > 0) throw new UsageError(`One statistic at a time, not also "${rest[0]}"`);
  if (values.cycle === undefined) throw new UsageError("Name a cycle, such as --cycle 2026");
  return {
    statistic: oneOf("statistic", statisticNames, name),
    cycle: wholeNumber("--cycle", values.cycle, 1900, 2200),
    asOf: parseAsOf(values["as-of"]),
    format: parseFormat(values.format, values.out),
    out: values.out,
    minCell: wholeNumber("--min-cell", values["min-cell"] ?? "5", 1, 1000),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cycle: { type: "string" },
        "as-of": { type: "string" },
        format: { type: "string" },
        out: { type: "string" },
        "min-cell": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [message] = (error as Error).message.split(/\. To specify|\n/);
    throw new UsageError(message ?? "The options make no sense");
  }
}

function oneOf<T extends string>(what: string, names: readonly T[], given: string): T {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const meant = nearest(given, names);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new UsageError(`There is no ${what} "${given}".${hint} There are ${names.join(", ")}`);
}

function parseFormat(format: string | undefined, out: string | undefined): Format {
  if (format !== undefined) return oneOf("format", formats, format);
  return formats.find((name) => out?.endsWith(`.${name}`)) ?? "table";
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
