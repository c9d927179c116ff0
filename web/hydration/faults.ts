/**
 * Faults: scripts of a page that broke, as in a browser that lacks what they use. The page goes on as plain
 * HTML, and the server counts it.
 *
 * @module
 */
import type { BrokenPart } from "../../api/contract/faults.ts";

/** Whether an error is a script's own, and not an answer, or that there was none. */
export function isFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError;
}

export function countFault(part: BrokenPart, error: unknown): void {
  console.error(error);
  const fault = new Blob([`{"part":"${part}"}`], { type: "application/json" });
  navigator.sendBeacon("/api/faults", fault);
}
