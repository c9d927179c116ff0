/** A clock that never runs backwards. */
export type SteadyClock = ReturnType<typeof createSteadyClock>;

/**
 * Monotonic clock over the system's clock, so that what has expired stays expired when the system's
 * clock is set back. Until the system's clock has caught up, time continues from the latest known moment,
 * such as that of the log's last event.
 *
 * @param elapsedMs A counter that only grows.
 */
export function createSteadyClock(
  now: () => Date,
  elapsedMs: () => number = () => performance.now(),
) {
  let latestMs = -Infinity;
  let latestAt = 0;

  function advanceTo(ms: number): void {
    const elapsed = elapsedMs();
    const steadyMs = latestMs + Math.floor(elapsed - latestAt);
    if (ms < steadyMs) return;
    latestMs = ms;
    latestAt = elapsed;
  }

  return {
    now(): Date {
      advanceTo(now().getTime());
      return new Date(latestMs + Math.floor(elapsedMs() - latestAt));
    },
    /** From now on it is at least this late, in milliseconds since 1970. */
    notBefore: advanceTo,
  };
}
