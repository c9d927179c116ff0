/**
 * What every measuring command has in common: `--help`, and one clear line for an option that it
 * does not know or cannot read.
 *
 * @module
 */
import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/**
 * Reads the options of the command line; ends the process after `--help` (0), and when they cannot
 * be read (2).
 *
 * @param help What it measures, with examples: for someone who has never seen it.
 * @param read Makes figures of texts, and throws what is wrong with one.
 */
export function readOptions<const O extends Options, T>(
  help: string,
  options: O,
  read: (given: Given<O>) => T,
): T {
  const { args } = Deno;
  if (args.includes("--help") || args.includes("-h")) {
    console.log(help);
    Deno.exit(0);
  }
  try {
    return read(parseArgs({ args, options }).values);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    console.error(`${problem}\n\n${help}`);
    Deno.exit(2);
  }
}

/**
 * A number as people write it: `250`, `10k` or `1m`.
 *
 * @throws {Error} When it is none, or less than `least`.
 */
export function parseCount(text: string, least = 1): number {
  const [, digits, unit = ""] = /^(\d{1,9})([km]?)$/i.exec(text) ?? [];
  const factors: Record<string, number> = { "": 1, k: 1000, m: 1_000_000 };
  const count = digits === undefined ? NaN : Number(digits) * (factors[unit.toLowerCase()] ?? 1);
  if (!(count >= least)) {
    throw new Error(`"${text}" is not a number from ${least}, such as 250, 10k or 1m`);
  }
  return count;
}

/** What random numbers begin with: any whole number from 0. */
export function parseSeed(text: string): number {
  return parseCount(text, 0);
}
