/** How long a node answers from its own tables without reaching the log. */
export const staleAfterMs = 10_000;

export class Staleness {
  private followedAtMs = -Infinity;
  private hasFailed = false;

  /** @param nowMs A clock that never runs backwards. */
  constructor(private readonly nowMs: () => number) {}

  /** Runs work that applies everything recorded before the call, and notes the result. */
  async track(follow: () => Promise<void>): Promise<void> {
    const startedAtMs = this.nowMs();
    try {
      await follow();
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
    this.hasFailed = false;
    this.followedAtMs = Math.max(this.followedAtMs, startedAtMs);
  }

  /** How long ago the tables were last known to be current. */
  readonly behindMs = (): number => this.nowMs() - this.followedAtMs;

  /** Whether the log couldn't be reached for too long. A slow node isn't stale. */
  readonly isStale = (): boolean => this.hasFailed && this.behindMs() > staleAfterMs;
}
