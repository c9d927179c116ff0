/**
 * Shared parts of operators' commands: checked options, a help text with examples, data that is opened and
 * closed, an answer in words or as JSON, and one clear message if it fails.
 *
 * @module
 */
import type { MemberRecord } from "../../../events/members/record.ts";
import { findAccount, findMember } from "./find-member.ts";
import { openData, type OpenDataOptions, type Opened } from "./opened.ts";
import { flag, type Given, type Options, parseOptions, UsageError } from "./options.ts";
import { inOneMessage, TaskError } from "./task.ts";

export interface Command {
  /** A line of the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** @throws {TaskError} When it fails, or its options make no sense. */
  run(args: readonly string[]): Promise<void>;
}

/** What a command prints on stdout: JSON with `--json`, else words. */
export interface Answer {
  readonly json: unknown;
  readonly words: string;
}

// deno-lint-ignore ban-types
type None = {};
type GivenWithJson<O extends Options> = Given<O & { readonly json: typeof flag }>;

interface Described<O extends Options> {
  readonly summary: string;
  /** What it does, its options and examples: for someone who has never seen it. */
  readonly help: string;
  /** Beside `--help` and `--json`, which every command takes. */
  readonly options?: O;
  /** Values that follow the command, in order, such as `["file"]`. */
  readonly names?: readonly string[];
  /** Whether all of them are needed; they are unless this says otherwise. */
  areNamesNeeded?(given: GivenWithJson<O>): boolean;
  /** Refuses what makes no sense, before anything is opened. @throws {TaskError} */
  check?(given: GivenWithJson<O>): void;
}

interface Definition<O extends Options> extends Described<O> {
  /** @returns Nothing when everything has been printed. */
  run(given: GivenWithJson<O>, ...values: readonly string[]): Promise<Answer | void>;
}

/** A command that opens what it needs; `onData` and `aboutMember` do that for most. */
export function defineCommand<const O extends Options = None>(definition: Definition<O>): Command {
  const { summary, help } = definition;
  return {
    summary,
    help,
    async run(args) {
      if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(help);
      try {
        const answer = await ask(definition, args);
        if (answer === undefined) return;
        if (args.includes("--json")) printJson(answer.json);
        else console.log(answer.words);
      } catch (error) {
        if (args.includes("--json")) {
          const message = inOneMessage(error) ?? "Something went wrong";
          printJson(error instanceof TaskError ? error.answer : { error: message });
        }
        throw error;
      }
    },
  };
}

/** A command on the product's data, with current read tables. */
export function onData<const O extends Options = None>(
  { run, opens, ...described }: Described<O> & {
    readonly opens?: OpenDataOptions;
    run(
      data: Opened,
      given: GivenWithJson<O>,
      ...values: readonly string[]
    ): Promise<Answer | void>;
  },
): Command {
  return defineCommand<O>({
    ...described,
    async run(given, ...values) {
      const data = await openData(opens);
      try {
        if (!opens?.mayBeOther) await data.readModel.catchUp();
        return await run(data, given, ...values);
      } finally {
        data.close();
      }
    },
  });
}

/** A command about one person, its first argument. */
export function aboutMember<const O extends Options = None>(
  { run, needsAccount = false, names = [member], ...described }: Described<O> & {
    /** Whether people who haven't answered their invitation are refused. */
    readonly needsAccount?: boolean;
    run(
      data: Opened,
      member: MemberRecord,
      given: GivenWithJson<O>,
      ...values: readonly string[]
    ): Promise<Answer | void>;
  },
): Command {
  return onData<O>({
    ...described,
    names,
    async run(data, given, ...values) {
      const find = needsAccount ? findAccount : findMember;
      return await run(data, await find(data, values[0] ?? ""), given, ...values);
    },
  });
}

/** Name of the first argument of `aboutMember`, for error messages. */
export const member = "member: a username, an email address or a member id";

/** Answer that is a list: JSON rows, or a line each. */
export function list<T>(rows: readonly T[], lineOf: (row: T) => string, empty: string): Answer {
  return { json: rows, words: rows.length === 0 ? empty : rows.map(lineOf).join("\n") };
}

/** JSON of a command: one document on stdout. */
export function printJson(answer: unknown): void {
  console.log(JSON.stringify(answer, null, 2));
}

async function ask<O extends Options>(
  { help, options, names = [], areNamesNeeded = () => true, check, run }: Definition<O>,
  args: readonly string[],
): Promise<Answer | void> {
  /** Only a hint at the help: below a long text, no one would see what is wrong. */
  function misused(what: string): TaskError {
    const [line = "npm run admin"] = /npm run (admin -- )?[\w-]+/.exec(help) ?? [];
    const asked = line.includes(" -- ") ? line : `${line} --`;
    return new TaskError(`${what}\n"${asked} --help" shows how to use it.`, 1, { error: what });
  }
  const all = { ...options, json: flag };
  const { values, positionals } = parse();
  // The compiler knows the options only where they are written.
  const given = values as GivenWithJson<O>;
  const missing = names[positionals.length];
  if (missing !== undefined && areNamesNeeded(given)) throw misused(`Say which ${missing}`);
  const unwanted = positionals[names.length];
  if (unwanted !== undefined) throw misused(`"${unwanted}" is one value too many`);
  check?.(given);
  return await run(given, ...positionals);

  function parse() {
    try {
      return parseOptions(args, all);
    } catch (error) {
      throw error instanceof UsageError ? misused(error.message) : error;
    }
  }
}
