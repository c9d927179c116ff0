const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Seed clock: registration times spread evenly over the three years before now, so that a demo has a
 * history. To be called once for each person.
 */
export function createSeedClock(people: number) {
  const endMs = Date.now();
  let atMs = endMs - 3 * yearMs;
  let stepMs = (endMs - atMs) / (people + 1);
  return {
    now() {
      atMs = Math.min(atMs + stepMs, endMs);
      return new Date(atMs);
    },
    /** From now on it is now. */
    stop() {
      atMs = endMs;
      stepMs = 0;
    },
  };
}
