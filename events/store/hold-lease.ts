import { type Checkpoint, type Lease, LeaseLost, type Subscription } from "./subscriptions.ts";

export interface HeldLease {
  readonly checkpoint: Checkpoint;
  /** Resolves once the lease lasts long enough for one write. @throws {LeaseLost} */
  ensureActive(): Promise<void>;
  move(checkpoint: Checkpoint): Promise<void>;
}

/** Twice the time limit of a single write to another system. */
const leaseMs = 30_000;

/**
 * Works on a subscription under its lease, which is renewed during the work and released at the
 * end.
 *
 * @returns The result of the work; `undefined` if another process has the lease.
 * @throws {LeaseLost} When another process got it in between. The checkpoint is then reset to where
 * the work began, because the last writes may be older than the other process's.
 */
export async function holdLease<T>(
  subscription: Subscription,
  work: (held: HeldLease) => Promise<T>,
  now: () => number,
): Promise<T | undefined> {
  const first = await subscription.acquire(leaseMs);
  if (first === undefined) return undefined;
  let lease: Lease = first;
  /** Lowest position with unconfirmed writes. */
  let from = first.position;
  /** Renewals and moves run one after the other; each resolves with the lease. */
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
      async ensureActive() {
        const leftMs = lease.untilMs - now();
        // The clock was set back, so other processes could take the lease: renew it now.
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
