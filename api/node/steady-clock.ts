/**
 * Monotonic clock, so that nothing expired becomes valid when the system's clock is set back. Until
 * it has caught up, time continues from the latest known moment, such as the log's last event at the start.
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

  /** Sets the earliest time, in milliseconds since 1970. */
  notBefore(ms: number): void {
    const elapsed = this.elapsedMs();
    const steadyMs = this.latestMs + Math.floor(elapsed - this.latestAt);
    if (ms < steadyMs) return;
    this.latestMs = ms;
    this.latestAt = elapsed;
  }
}
