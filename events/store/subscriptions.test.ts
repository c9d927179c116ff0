import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { openLibsqlLog } from "./libsql-log.ts";
import { createSubscription, LeaseLost, type Subscription } from "./subscriptions.ts";

/** Two processes that follow the log under one name, and one under another. */
let one: Subscription;
let other: Subscription;
let alone: Subscription;
let clock: { ms: number };

beforeEach(async () => {
  const database = await temporaryDatabase();
  clock = { ms: 1000 };
  const now = () => clock.ms;
  await openLibsqlLog(database, now);
  one = createSubscription(database, "index", now);
  other = createSubscription(database, "index", now);
  alone = createSubscription(database, "another", now);
});

const at = (position: number) => ({ position, target: "index-1" });

describe("a subscription", () => {
  it("starts at the beginning, and remembers its position", async () => {
    expect(await one.read()).toEqual({ position: 0, target: undefined });
    const lease = await one.acquire(100);
    await one.move(lease!, at(7));
    expect(await other.read()).toMatchObject(at(7));
    expect(await alone.read()).toMatchObject({ position: 0 });
  });

  it("has one holder at a time, until the lease is released or expires", async () => {
    const lease = await one.acquire(100);
    expect(await other.acquire(100)).toBeUndefined();
    await one.release(lease!);
    expect(await other.acquire(100)).toMatchObject({ token: lease!.token + 1 });
    clock.ms += 100;
    expect(await one.acquire(100)).toMatchObject({ token: lease!.token + 2 });
  });

  it("stays with a holder that renews it", async () => {
    const lease = await one.acquire(100);
    clock.ms += 90;
    await one.renew(lease!, 100);
    clock.ms += 90;
    expect(await other.acquire(100)).toBeUndefined();
  });

  it("doesn't stay with a lost holder for as long as its clock was fast", async () => {
    clock.ms += 24 * 60 * 60 * 1000;
    const fast = await one.acquire(100);
    clock.ms = 1000;
    const lease = await other.acquire(100);
    expect(lease).toMatchObject({ token: fast!.token + 1, untilMs: 1100 });
    await expect(one.move(fast!, at(5))).rejects.toThrow(LeaseLost);
  });

  it("can't be moved by a holder that slept through the end of its lease", async () => {
    const slept = await one.acquire(100);
    clock.ms += 100;
    const lease = await other.acquire(100);
    await other.move(lease!, at(9));
    await expect(one.move(slept!, at(5))).rejects.toThrow(LeaseLost);
    await expect(one.renew(slept!, 100)).rejects.toThrow(LeaseLost);
    await one.release(slept!);
    expect(await one.acquire(100)).toBeUndefined();
    expect(await one.read()).toMatchObject(at(9));
  });

  it("can be reset, never advanced, by a holder that may have overwritten data", async () => {
    const lease = await one.acquire(100);
    await one.move(lease!, at(9));
    await other.rewind(4);
    await other.rewind(8);
    expect(await one.read()).toMatchObject(at(4));
    // Its holder notices with the next move.
    const moved = await one.move({ ...lease!, position: 9 }, at(12));
    expect(moved.position).toBe(4);
    expect(await one.move(moved, at(12))).toMatchObject(at(12));
  });
});
