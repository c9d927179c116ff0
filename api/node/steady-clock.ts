/**
 * Monotonic clock over the system's clock, so that what has expired stays expired when the system's
 * clock is set back. Until the system's clock has caught up, time continues from the latest known moment,
 * such as that of the log's last event.
 */
export class SteadyClock {
  private latestMs = -Infinity;
  private latestAt = 0;

  /** @param elapsedMs A counter that only grows. */
  constructor(
    private readonly systemNow: () => Date,
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {}

  readonly now = (): Date => {
    this.notBefore(this.systemNow().getTime());
    return new Date(this.latestMs + Math.floor(this.elapsedMs() - this.latestAt));
  };

  /** From now on it is at least this late, in milliseconds since 1970. */
  notBefore(ms: number): void {
    const elapsed = this.elapsedMs();
    const steadyMs = this.latestMs + Math.floor(elapsed - this.latestAt);
    if (ms < steadyMs) return;
    this.latestMs = ms;
    this.latestAt = elapsed;
  }
}
