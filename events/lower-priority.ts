import { getPriority, platform, setPriority } from "node:os";

/**
 * Raises this thread's nice value, so that threads that answer requests run first. A higher value
 * is
 * kept, and errors are ignored: the work then runs at its current priority.
 */
export function lowerPriority(niceness: number): void {
  // Other systems would change the whole process.
  if (platform() !== "linux") return;
  try {
    if (getPriority(0) < niceness) setPriority(0, niceness);
  } catch {
    // See above.
  }
}
