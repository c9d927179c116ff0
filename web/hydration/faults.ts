/**
 * Faults: scripts that failed, for example in a browser that lacks a feature. The page works on as plain HTML, and the
 * server counts the fault.
 */
import type { BrokenPart } from "../../api/contract/faults.ts";

/** Whether an error is a bug in a script, rather than a refused or missing answer. */
export function isFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError;
}

export function countFault(part: BrokenPart, error: unknown): void {
  console.error(error);
  const fault = new Blob([`{"part":"${part}"}`], { type: "application/json" });
  navigator.sendBeacon("/api/faults", fault);
}
