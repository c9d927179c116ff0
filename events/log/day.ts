export const dayMs = 24 * 60 * 60 * 1000;

export function startOfDay(atMs: number): number {
  return atMs - atMs % dayMs;
}

/** Whether an event's time may follow the latest one. The start of a day means the whole day. */
export function isInOrder(atMs: number, latestMs: number): boolean {
  return atMs >= (atMs % dayMs === 0 ? startOfDay(latestMs) : latestMs);
}
