/** A clock that never runs backwards. */
export interface SteadyClock {
  now(): Date;
  /** From now on it is at least this late, in milliseconds since 1970. */
  notBefore(ms: number): void;
}

/**
 * Monotonic clock over the system's own. What has expired stays expired when somebody sets the
 * system's clock back: until that has caught up, time goes on from the latest moment that is known,
 * such as that of the log's last event.
 *
 * @param elapsedMs A counter that only grows.
 */
export function createSteadyClock(
  now: () => Date,
  elapsedMs: () => number = () => performance.now(),
): SteadyClock {
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
    now() {
      advanceTo(now().getTime());
      return new Date(latestMs + Math.floor(elapsedMs() - latestAt));
    },
    notBefore: advanceTo,
  };
}
