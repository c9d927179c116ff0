/**
 * Test setup: queries of a document wait however busy the machine is. The library's one second is a
 * guess about the machine.
 * @module
 */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 60_000 });
}
