import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { cause, openSystem } from "../../events/testing/system.ts";
import { register } from "../../events/testing/members.ts";
import { send, signUp } from "../testing/calls.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";

/** Starts on a log whose last event was stored by a clock that was ahead. */
async function startAfter(aheadMs: number) {
  const folder = await temporaryFolder();
  const system = await openSystem(folder);
  system.clock.ms = Date.now() + aheadMs;
  await system.members.execute("pat", register(), cause);
  system.database.close();
  return { folder, product: await productForTest(variablesOf(folder)) };
}

const hourMs = 60 * 60 * 1000;

it.each([
  ["an hour", hourMs],
  ["a year", 365 * 24 * hourMs],
])(
  "works and keeps the order of events after a clock that was %s ahead",
  async (_, aheadMs) => {
    const { folder, product } = await startAfter(aheadMs);
    const { cookie } = await signUp(product, "kim");
    expect((await send(product, "GET", "/api/user", { cookie })).status).toBe(200);
    await product.stop();
    const { log } = await openSystem(folder);
    const times = (await log.read({ after: 0, limit: 100 })).map(({ atMs }) => atMs);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  },
);
