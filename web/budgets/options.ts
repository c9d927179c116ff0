/**
 * What `npm run budgets` can be asked for.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { Interaction } from "./interactions.ts";

export const help = `Measure what every page costs, beside what it may cost.

  npm run budgets                                         pages, interactions and Lighthouse
  npm run budgets -- --no-lighthouse                      the first two
  npm run budgets -- --pages                              pages alone: what has a budget
  npm run budgets -- --interactions                       interactions alone
  npm run budgets -- --interactions "a facet" saving      those whose names these are parts of
  npm run budgets -- --typing                             from a key to the list, among 10,000 profiles
  npm run budgets -- --strict                             times count, too: nothing else may run here

Ends with exit code 1 when bytes or layout shifts are over their budget.`;

export interface BudgetOptions {
  readonly isHelpWanted: boolean;
  /** Only these parts are measured. */
  readonly hasPages: boolean;
  readonly hasLighthouse: boolean;
  readonly hasTyping: boolean;
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
      "pages": { type: "boolean", default: false },
      "typing": { type: "boolean", default: false },
      "strict": { type: "boolean", default: false },
      "help": { type: "boolean", short: "h", default: false },
    },
  });
  const isOne = values.interactions || values.pages || values.typing;
  return {
    isHelpWanted: values.help,
    hasPages: values.pages || !isOne,
    hasLighthouse: !isOne && !values["no-lighthouse"],
    hasTyping: values.typing || !isOne,
    isWanted: ({ page, does }) =>
      (values.interactions || !isOne) &&
      (names.length === 0 || names.some((name) => `${page}: ${does}`.includes(name))),
    isStrict: values.strict,
  };
}
