/**
 * Prevents `eval` in zod. At its first check, zod tests whether it may compile schemas, which the
 * pages' policy refuses and browsers report. Imported before zod by files that load rules.
 */

declare global {
  /** Read by zod when it loads. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
globalThis.__zod_globalConfig = { jitless: true };

export {};
