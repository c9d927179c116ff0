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
  it("begins at the beginning, and remembers how far it came", async () => {
    expect(await one.read()).toEqual({ position: 0, target: undefined });
    const lease = await one.acquire(100);
    await one.move(lease!, at(7));
    expect(await other.read()).toMatchObject(at(7));
    expect(await alone.read()).toMatchObject({ position: 0 });
  });

  it("has one holder at a time, until the lease is given back or runs out", async () => {
    const lease = await one.acquire(100);
    expect(await other.acquire(100)).toBeUndefined();
    await one.release(lease!);
    expect(await other.acquire(100)).toMatchObject({ token: lease!.token + 1 });
    clock.ms += 100;
    expect(await one.acquire(100)).toMatchObject({ token: lease!.token + 2 });
  });

  it("is kept by those who renew it", async () => {
    const lease = await one.acquire(100);
    clock.ms += 90;
    await one.renew(lease!, 100);
    clock.ms += 90;
    expect(await other.acquire(100)).toBeUndefined();
  });

  it("does not stay with who is gone for as long as a clock was fast", async () => {
    clock.ms += 24 * 60 * 60 * 1000;
    const fast = await one.acquire(100);
    clock.ms = 1000;
    const lease = await other.acquire(100);
    expect(lease).toMatchObject({ token: fast!.token + 1, untilMs: 1100 });
    await expect(one.move(fast!, at(5))).rejects.toThrow(LeaseLost);
  });

  it("cannot be moved by who slept through the end of the lease", async () => {
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

  it("is set back, never forward, by who may have overwritten something", async () => {
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
