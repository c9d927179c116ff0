/** Commissioning cycle: 2026 is October 1, 2025 to September 30, 2026. */

export interface Cycle {
  readonly name: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Twelve months, in order. */
  readonly months: readonly Month[];
}

export interface Month {
  /** `2025-10`. */
  readonly label: string;
  readonly startMs: number;
}

/**
 * October, in UTC. Never change it: reports with different start dates together reveal more about
 * people.
 */
const firstMonth = 9;

export function cycleNamed(name: number): Cycle {
  const startOf = (index: number) => Date.UTC(name - 1, firstMonth + index);
  const months = Array.from({ length: 12 }, (_, index) => {
    const startMs = startOf(index);
    return { label: new Date(startMs).toISOString().slice(0, 7), startMs };
  });
  return { name, startMs: startOf(0), endMs: startOf(12), months };
}

export function cycleAt(atMs: number): Cycle {
  const year = new Date(atMs).getUTCFullYear();
  const cycle = cycleNamed(year);
  return atMs < cycle.endMs ? cycle : cycleNamed(year + 1);
}
