/**
 * Rules without `eval`: zod tries at its first check whether it may compile them, which the pages' policy refuses
 * and browsers report. Imported by what loads rules, so that it comes before zod does.
 *
 * @module
 */

declare global {
  /** Read by zod when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
globalThis.__zod_globalConfig = { jitless: true };

export {};
