/**
 * Shared parts of operators' commands: checked options, help with examples, opened data, an answer
 * in words or as JSON, and one clear message on failure.
 */
import type { MemberRecord } from "../../../events/members/record.ts";
import { findAccount, findMember } from "./find-member.ts";
import { openData, type OpenDataOptions, type Opened } from "./open-data.ts";
import { flag, type Given, type Options, parseOptions, UsageError } from "./options.ts";
import { messageOf, TaskError } from "./task.ts";

export interface Command {
  readonly summary: string;
  readonly help: string;
  /** @throws {TaskError} When it fails, or its options make no sense. */
  run(args: readonly string[]): Promise<void>;
}

/** Printed on stdout: JSON with `--json`, else words. */
export interface Answer {
  readonly json: unknown;
  readonly words: string;
}

// deno-lint-ignore ban-types
type None = {};
export type GivenWithJson<O extends Options> = Given<O & { readonly json: typeof flag }>;

export interface Described<O extends Options> {
  readonly summary: string;
  /** Purpose, options and examples, for someone who has never seen it. */
  readonly help: string;
  /** Besides `--help` and `--json`, which every command has. */
  readonly options?: O;
  /** Values after the command, in order, such as `["file"]`. */
  readonly names?: readonly string[];
  /** Refuses invalid options, before anything is opened. @throws {TaskError} */
  check?(given: GivenWithJson<O>): void;
}

/** A command that opens what it needs; `onData` and `aboutMember` do that for most. */
export function defineCommand<const O extends Options = None>(
  { summary, help, options, names = [], check, run }: Described<O> & {
    /** Returns nothing if everything has been printed. */
    run(given: GivenWithJson<O>, ...values: readonly string[]): Promise<Answer | void>;
  },
): Command {
  async function answer(args: readonly string[]): Promise<Answer | void> {
    const { values, positionals } = parseOptions(args, { ...options, json: flag });
    // The compiler knows the options only where they are written.
    const given = values as GivenWithJson<O>;
    const missing = names[positionals.length];
    if (missing !== undefined) {
      throw new UsageError(`Say which ${missing}`);
    }
    const unwanted = positionals[names.length];
    if (unwanted !== undefined) throw new UsageError(`"${unwanted}" is one value too many`);
    check?.(given);
    return await run(given, ...positionals);
  }

  return {
    summary,
    help,
    async run(args) {
      if (args.some((arg) => arg === "--help" || arg === "-h")) return console.log(help);
      const isJson = args.includes("--json");
      try {
        const given = await answer(args);
        if (given === undefined) return;
        if (isJson) printJson(given.json);
        else console.log(given.words);
      } catch (thrown) {
        const error = thrown instanceof UsageError ? misused(help, thrown) : thrown;
        const message = messageOf(error) ?? "Something went wrong";
        if (isJson) printJson(error instanceof TaskError ? error.answer : { error: message });
        throw error;
      }
    },
  };
}

/** Only a hint at the help: no one would see the mistake below a long text. */
function misused(help: string, { message }: UsageError): TaskError {
  const [line = "npm run admin"] = /npm run (admin -- )?[\w-]+/.exec(help) ?? [];
  const asked = line.includes(" -- ") ? line : `${line} --`;
  const hint = `"${asked} --help" shows how to use it.`;
  return new TaskError(`${message}\n${hint}`, 1, { error: message });
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
        if (!opens?.mayMismatchLog) await data.readModel.catchUp();
        return await run(data, given, ...values);
      } finally {
        data.close();
      }
    },
  });
}

/** A member as an argument, for error messages. */
const member = "member: a username, an email address or a member id";

export interface AboutMember<O extends Options> extends Described<O> {
  /** Refuses people who haven't answered their invitation. */
  readonly needsAccount?: boolean;
  run(
    data: Opened,
    member: MemberRecord,
    given: GivenWithJson<O>,
    ...values: readonly string[]
  ): Promise<Answer | void>;
}

/** A command about one person, its first argument. */
export function aboutMember<const O extends Options = None>(
  { run, needsAccount = false, names = [member], ...described }: AboutMember<O>,
): Command {
  const find = needsAccount ? findAccount : findMember;
  return onData<O>({
    ...described,
    names,
    run: async (data, given, named = "", ...values) =>
      await run(data, await find(data, named), given, named, ...values),
  });
}

function printJson(answer: unknown): void {
  console.log(JSON.stringify(answer, null, 2));
}
