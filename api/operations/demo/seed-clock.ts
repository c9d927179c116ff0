const dayMs = 24 * 60 * 60 * 1000;
const yearMs = 365 * dayMs;

/**
 * Seed clock: registration times spread evenly over the three years before now, so that a demo has a
 * history.
 *
 * @param daysLater How many days at the end belong to what people do later.
 */
export function createSeedClock(people: number, daysLater = 0) {
  const realMs = Date.now();
  const endMs = realMs - daysLater * dayMs;
  let atMs = realMs - 3 * yearMs;
  let stepMs = (endMs - atMs) / (people + 1);
  let setMs: number | undefined;
  return {
    endMs: realMs,
    /** When the next person registers; called once for each person. */
    recordedAt() {
      if (setMs !== undefined) return new Date(setMs);
      atMs = Math.min(atMs + stepMs, endMs);
      return new Date(atMs);
    },
    /** The real time, until it was set. */
    now: () => setMs === undefined ? new Date() : new Date(setMs),
    /** From now on it is this time, for everything. */
    set(toMs: number) {
      setMs = toMs;
    },
    /** From now on it is now. */
    stop() {
      atMs = realMs;
      stepMs = 0;
    },
  };
}
