export const dayMs = 24 * 60 * 60 * 1000;

/** When the UTC day of a time began. */
export function startOfDay(atMs: number): number {
  return atMs - atMs % dayMs;
}

/**
 * Whether an event may follow others in the log. Of one at the very start of a day the day alone is known: it may come
 * after later ones of that day.
 */
export function isInOrder(atMs: number, latestMs: number): boolean {
  return atMs >= (atMs % dayMs === 0 ? startOfDay(latestMs) : latestMs);
}
