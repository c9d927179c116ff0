import { getPriority, platform, setPriority } from "node:os";

/**
 * Gives this thread a nice value, so that it comes after what answers requests. Only a wish: a
 * process that was started with a higher one keeps it, and a system that refuses is let be.
 */
export function lowerPriority(niceness: number): void {
  // Elsewhere than on Linux the whole process would get it.
  if (platform() !== "linux") return;
  try {
    if (getPriority(0) < niceness) setPriority(0, niceness);
  } catch {
    // The work is done at the priority that it has.
  }
}
