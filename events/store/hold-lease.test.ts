import { describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { holdLease } from "./hold-lease.ts";
import { openLibsqlLog } from "./libsql-log.ts";
import { createSubscription, LeaseLost } from "./subscriptions.ts";

async function givenSubscription() {
  const database = await temporaryDatabase();
  const clock = { ms: 1000 };
  const now = () => clock.ms;
  await openLibsqlLog(database, now);
  return { subscription: createSubscription(database, "index", now), clock, now };
}

const dayMs = 24 * 60 * 60 * 1000;
const at = (position: number) => ({ position, target: "index-1" });

describe("holdLease", () => {
  it("lets one process work at a time, and releases the lease even after a failure", async () => {
    const { subscription, now } = await givenSubscription();
    const inside = await holdLease(
      subscription,
      () => holdLease(subscription, async () => "second", now).then((second) => ({ second })),
      now,
    );
    expect(inside).toEqual({ second: undefined });
    const failed = holdLease(subscription, () => Promise.reject(new Error("Down")), now);
    await expect(failed).rejects.toThrow("Down");
    expect(await holdLease(subscription, async () => "next", now)).toBe("next");
  });

  it("resets the checkpoint to where a worker was that slept through its lease", async () => {
    const { subscription, clock, now } = await givenSubscription();
    const slept = holdLease(subscription, async (held) => {
      await held.move(at(10));
      // While it sleeps, another process takes over and gets further.
      clock.ms += 31_000;
      await holdLease(subscription, (other) => other.move(at(30)), now);
      // This process may now write older data than the other one did.
      await held.move(at(20));
    }, now);
    await expect(slept).rejects.toThrow(LeaseLost);
    expect(await subscription.read()).toMatchObject(at(10));
  });

  it("follows a clock that was set back", async () => {
    const { subscription, clock, now } = await givenSubscription();
    clock.ms += dayMs;
    await holdLease(subscription, async (held) => {
      clock.ms -= dayMs;
      await held.ensureActive();
      expect(await subscription.acquire(1000)).toBeUndefined();
      clock.ms += 30_000;
      expect(await subscription.acquire(1000)).toBeDefined();
    }, now);
  });

  it("starts no write that may outlast the lease", async () => {
    const { subscription, clock, now } = await givenSubscription();
    const slept = holdLease(subscription, async (held) => {
      clock.ms += 31_000;
      await subscription.acquire(1000);
      await held.ensureActive();
    }, now);
    await expect(slept).rejects.toThrow(LeaseLost);
  });
});
