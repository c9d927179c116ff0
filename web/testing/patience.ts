/**
 * Setup of tests: what is looked for in a document is waited for, however busy the machine is. A second, as
 * the library has it, is a guess about the machine.
 *
 * @module
 */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 30_000 });
}
