import { parseArgs, type ParseArgsConfig } from "node:util";
import { closestString } from "../../config/closest-string.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;
export type ParsedOptions<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>["values"];

export const flag = { type: "boolean" } as const;
export const text = { type: "string" } as const;

/** An invalid command line, such as an unknown option; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws {UsageError} Also for an empty value: probably from a variable that is not set. */
export function parseOptions<const O extends Options>(
  args: readonly string[],
  options: O,
): { readonly values: ParsedOptions<O>; readonly positionals: readonly string[] } {
  const { values, positionals } = parse(args, options);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") throw new UsageError(`--${name}: its value is empty`);
  }
  if (positionals.includes("")) throw new UsageError('"" is empty');
  // The compiler knows the options only where they are written.
  return { values: values as ParsedOptions<O>, positionals };
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Only the first sentence is for operators.
    const { message } = error as Error;
    const [, option = ""] = /'(--?[\w-]*)/.exec(message) ?? [];
    if (message.includes("ambiguous")) {
      const dashed = `one that begins with a dash is written ${option}=-…`;
      throw new UsageError(`${option}: its value is missing; ${dashed}`);
    }
    if (message.includes("missing")) throw new UsageError(`${option}: its value is missing`);
    if (message.includes("does not take")) throw new UsageError(`${option} takes no value`);
    const meant = closestString(option, Object.keys(options).map((name) => `--${name}`));
    const hint = meant === undefined ? "" : `. Did you mean ${meant}?`;
    throw new UsageError(`Unknown option '${option}'${hint}`);
  }
}
