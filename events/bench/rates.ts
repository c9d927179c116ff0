/** Events a second. */
export type Rate = number;

/** Runs some work and notes how many seconds it took. */
export async function timed<T>(work: () => Promise<T>, seconds: number[]): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  seconds.push((performance.now() - startedAt) / 1000);
  return result;
}

/** Events a second, by the middle one of the times. */
export function rateOf(events: number, seconds: readonly number[]): Rate {
  return events / middleOf(seconds);
}

/** The middle one of some values. */
export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
}
