/**
 * What every operators' command has in common: options that are checked, a help text with examples,
 * and an end that says in one clear message why something cannot be done.
 *
 * @module
 */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { TaskError } from "./task.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Given<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>["values"];

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

/** Every command takes `--help` besides its own options. */
export function defineCommand<const O extends Options>(
  { summary, help, options, names = [], areNamesNeeded = () => true, run }: Definition<O>,
): Command {
  return {
    summary,
    help,
    async run(args) {
      if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(help);
      const { values, positionals } = parse(args, options, help);
      const missing = names[positionals.length];
      if (missing !== undefined && areNamesNeeded(values)) {
        throw new TaskError(`Say which ${missing}\n\n${help}`);
      }
      const unwanted = positionals[names.length];
      if (unwanted !== undefined) {
        throw new TaskError(`"${unwanted}" is more than it takes\n\n${help}`);
      }
      await run(values, ...positionals);
    },
  };
}

function parse<O extends Options>(
  args: readonly string[],
  options: O,
  help: string,
): { readonly values: Given<O>; readonly positionals: readonly string[] } {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: options as Options,
      allowPositionals: true,
    });
    // What the options are is known to the compiler only where they are written down.
    return { values: parsed.values as Given<O>, positionals: parsed.positionals };
  } catch (error) {
    // What follows its first sentence is about programming.
    const [what] = (error as Error).message.split(". To specify");
    throw new TaskError(`${what}\n\n${help}`);
  }
}
