import { type Checkpoint, type Lease, LeaseLost, type Subscription } from "./subscriptions.ts";

/** A subscription while this process holds its lease. */
export interface HeldLease {
  readonly checkpoint: Checkpoint;
  /**
   * Resolves when the lease lasts for at least half its time from now: long enough for one write.
   *
   * @throws {LeaseLost} When another has had the lease since.
   */
  sure(): Promise<void>;
  /** Moves the checkpoint; see `Subscription.move`. */
  move(checkpoint: Checkpoint): Promise<void>;
}

/** Longer than any single write to another system may take, twice. */
const leaseMs = 30_000;

/**
 * Works on a subscription with its lease, which is renewed meanwhile and given back at the end.
 *
 * @returns What the work returned; `undefined` when another process has the lease.
 * @throws {LeaseLost} When another got it during the work. The checkpoint is then set back to where
 * the work began, since what was written last may be older than what the other one wrote.
 */
export async function holdLease<T>(
  subscription: Subscription,
  work: (held: HeldLease) => Promise<T>,
  now: () => number,
): Promise<T | undefined> {
  const first = await subscription.acquire(leaseMs);
  if (first === undefined) return undefined;
  let lease: Lease = first;
  /** Lowest position from which something was written that is not confirmed yet. */
  let from = first.position;
  /** Renewing and moving one after the other: each returns what the lease is then. */
  let last: Promise<unknown> = Promise.resolve();
  const change = (step: () => Promise<Lease>): Promise<void> => {
    const done = last.then(async () => {
      lease = await step();
    });
    last = done.catch(() => {});
    return done;
  };
  const renew = () => change(() => subscription.renew(lease, leaseMs));
  const timer = setInterval(() => void renew().catch(() => {}), leaseMs / 3);
  try {
    return await work({
      get checkpoint() {
        return lease;
      },
      async sure() {
        const leftMs = lease.untilMs - now();
        // More than it can be, after the clock was set back: others see that, too, and would take it.
        if (leftMs < leaseMs / 2 || leftMs > leaseMs) await renew();
      },
      async move(checkpoint) {
        await change(() => subscription.move(lease, checkpoint));
        from = lease.position;
      },
    });
  } catch (error) {
    if (error instanceof LeaseLost) await subscription.rewind(from);
    throw error;
  } finally {
    clearInterval(timer);
    await last;
    await subscription.release(lease);
  }
}
