/**
 * What `npm run budgets` can be asked for.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { Interaction } from "./interactions.ts";

export interface BudgetOptions {
  /** Only these parts are measured. */
  readonly hasPages: boolean;
  readonly hasLighthouse: boolean;
  /** Whether an interaction is to be measured. */
  readonly isWanted: (interaction: Interaction) => boolean;
  /** Times count, too: for a machine that does nothing else. */
  readonly isStrict: boolean;
}

/**
 * `--interactions` measures nothing but those, and of them only what the words after it name.
 *
 * @throws {TypeError} When there is an argument that nobody knows.
 */
export function readOptions(args: readonly string[]): BudgetOptions {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "interactions": { type: "boolean", default: false },
      "no-lighthouse": { type: "boolean", default: false },
      "strict": { type: "boolean", default: false },
    },
  });
  return {
    hasPages: !values.interactions,
    hasLighthouse: !values.interactions && !values["no-lighthouse"],
    isWanted: ({ page, does }) =>
      names.length === 0 || names.some((name) => `${page}: ${does}`.includes(name)),
    isStrict: values.strict,
  };
}
