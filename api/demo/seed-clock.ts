const yearMs = 365 * 24 * 60 * 60 * 1000;

/** How often the time is asked for while one person registers and publishes a profile. */
const askedPerPerson = 4;

/**
 * The time at which seeded people register: spread evenly over the three years before now, so that
 * a demo has a history, and never in the future.
 */
export function createSeedClock(people: number) {
  const endMs = Date.now();
  let atMs = endMs - 3 * yearMs;
  let stepMs = (endMs - atMs) / (people * askedPerPerson + 1);
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
