/**
 * What every operators' command has in common: options that are checked, a help text with examples,
 * and an end that says in one clear message why something cannot be done.
 *
 * @module
 */
import { type Given, type Options, OptionsError, parseOptions } from "./options.ts";
import { printJson } from "./print.ts";
import { inOneMessage, TaskError } from "./task.ts";

export interface Command {
  /** A line of the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** @throws {TaskError} When it cannot be done, or was not asked for as it should be. */
  run(args: readonly string[]): Promise<void>;
}

interface Definition<O extends Options> {
  readonly summary: string;
  /** What it does, its options and examples: for someone who has never seen it. */
  readonly help: string;
  readonly options: O;
  /** What stands after the command, in order, such as `["file"]`. */
  readonly names?: readonly string[];
  /** Whether all of them are needed; they are unless this says otherwise. */
  areNamesNeeded?(given: Given<O>): boolean;
  run(given: Given<O>, ...values: readonly string[]): Promise<void>;
}

/**
 * Every command takes `--help` besides its own options. One that takes `--json` answers with one JSON
 * document also when it fails.
 */
export function defineCommand<const O extends Options>(
  { summary, help, options, names = [], areNamesNeeded = () => true, run }: Definition<O>,
): Command {
  /** Whoever gets a long help text for a slip does not see what is wrong. */
  function misused(what: string): TaskError {
    const [line = "npm run admin"] = /npm run (admin -- )?[\w-]+/.exec(help) ?? [];
    const asked = line.includes(" -- ") ? line : `${line} --`;
    return new TaskError(`${what}\n"${asked} --help" shows how to use it.`, 1, { error: what });
  }

  async function act(args: readonly string[]): Promise<void> {
    const { values, positionals } = parse(args);
    const missing = names[positionals.length];
    if (missing !== undefined && areNamesNeeded(values)) throw misused(`Say which ${missing}`);
    const unwanted = positionals[names.length];
    if (unwanted !== undefined) throw misused(`"${unwanted}" is one value too many`);
    await run(values, ...positionals);
  }

  function parse(args: readonly string[]) {
    try {
      return parseOptions(args, options);
    } catch (error) {
      throw error instanceof OptionsError ? misused(error.message) : error;
    }
  }

  return {
    summary,
    help,
    async run(args) {
      if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(help);
      const isJson = "json" in options && args.includes("--json");
      if (!isJson) return await act(args);
      try {
        await act(args);
      } catch (error) {
        const message = inOneMessage(error) ?? "Something went wrong";
        printJson(error instanceof TaskError ? error.answer : { error: message });
        throw error;
      }
    },
  };
}
