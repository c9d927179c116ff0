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
  it("lets one work at a time, and gives the lease back, after a failure too", async () => {
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

  it("sets the checkpoint back to where a worker was that slept through its lease", async () => {
    const { subscription, clock, now } = await givenSubscription();
    const slept = holdLease(subscription, async (held) => {
      await held.move(at(10));
      // Asleep; another process takes over and comes further.
      clock.ms += 31_000;
      await holdLease(subscription, (other) => other.move(at(30)), now);
      // What is written here may be older than what the other one wrote.
      await held.move(at(20));
    }, now);
    await expect(slept).rejects.toThrow(LeaseLost);
    expect(await subscription.read()).toMatchObject(at(10));
  });

  it("goes by the clock as it is after it was set back", async () => {
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

  it("does not let a write begin that the lease may not outlast", async () => {
    const { subscription, clock, now } = await givenSubscription();
    const slept = holdLease(subscription, async (held) => {
      clock.ms += 31_000;
      await subscription.acquire(1000);
      await held.ensureActive();
    }, now);
    await expect(slept).rejects.toThrow(LeaseLost);
  });
});
