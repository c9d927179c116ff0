/**
 * Shared parts of operators' commands: checked options, help with examples, opened data, output, and one clear message
 * on failure.
 */
import type { MemberRecord } from "../../../events/members/record.ts";
import { findAccount, findMember } from "./find-member.ts";
import { openData, type Opened } from "./open-data.ts";
import { type Options, type ParsedOptions, parseOptions, UsageError } from "./options.ts";
import { TaskError } from "./task.ts";

export interface Command {
  readonly summary: string;
  readonly help: string;
  /** @throws {TaskError} If it fails, or its options are invalid. */
  run(args: readonly string[]): Promise<void>;
}

/** Text for stdout; nothing if the command printed everything itself. */
type CommandOutput = Promise<string | void>;

// deno-lint-ignore ban-types
type None = {};

export interface Described<O extends Options> {
  readonly summary: string;
  /** Purpose, options and examples, for people who have never used it. */
  readonly help: string;
  /** Besides `--help`, which every command has. */
  readonly options?: O;
  /** Values after the command, in order, such as `["file"]`. */
  readonly names?: readonly string[];
  /** Refuses invalid options, before anything is opened. @throws {TaskError} */
  check?(given: ParsedOptions<O>): void;
}

/** A command that opens what it needs; `onData` and `aboutMember` do that for most. */
export function defineCommand<const O extends Options = None>(
  { summary, help, options, names = [], check, run }: Described<O> & {
    run(given: ParsedOptions<O>, ...values: readonly string[]): CommandOutput;
  },
): Command {
  async function answer(args: readonly string[]): CommandOutput {
    const { values, positionals } = parseOptions(args, { ...options });
    // The compiler knows the options only where they are written.
    const given = values as ParsedOptions<O>;
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
      const words = await answer(args).catch((error) => {
        throw error instanceof UsageError ? misused(help, error) : error;
      });
      if (words !== undefined) console.log(words);
    },
  };
}

/** Only mentions the help, because the mistake would be lost below a long text. */
function misused(help: string, { message }: UsageError): TaskError {
  const [line = "npm run admin"] = /npm run (admin -- )?[\w-]+/.exec(help) ?? [];
  const asked = line.includes(" -- ") ? line : `${line} --`;
  const hint = `"${asked} --help" shows how to use it.`;
  return new TaskError(`${message}\n${hint}`);
}

/** A command on the product's data. */
export function onData<const O extends Options = None>(
  { run, ...described }: Described<O> & {
    run(data: Opened, given: ParsedOptions<O>, ...values: readonly string[]): CommandOutput;
  },
): Command {
  return defineCommand<O>({
    ...described,
    async run(given, ...values) {
      const data = await openData();
      try {
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
    given: ParsedOptions<O>,
    ...values: readonly string[]
  ): CommandOutput;
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
