import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { cause, openSystem } from "../../events/testing/system.ts";
import { register } from "../../events/testing/members.ts";
import { send, signUp } from "../testing/calls.ts";
import { readyz } from "../testing/cluster.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";

/** A product on a log whose last event was recorded by a clock that was ahead. */
async function startAfter(aheadMs: number) {
  const folder = await temporaryFolder();
  const system = await openSystem(folder);
  system.clock.ms = Date.now() + aheadMs;
  await system.members.execute("pat", register(), cause);
  for (const database of Object.values(system.databases)) database.close();
  return await productForTest(variablesOf(folder));
}

const hourMs = 60 * 60 * 1000;

it.each([
  ["an hour", hourMs],
  ["a year", 365 * 24 * hourMs],
])(
  "says at the start, and on /readyz, that the clock was %s ahead, and works",
  async (_, aheadMs) => {
    const product = await startAfter(aheadMs);
    expect(await readyz(product)).toBe("200 degraded\nclock: behind the log");
    const event = "the log's last event is in the future";
    await expect.poll(product.written).toContain(event);
    const seconds = Number(/"aheadSeconds":(\d+)/.exec(product.written())?.[1]);
    expect(aheadMs / 1000 - seconds).toBeLessThan(120);
    const { cookie } = await signUp(product, "kim");
    expect((await send(product, "GET", "/api/user", { cookie })).status).toBe(200);
  },
  30_000,
);
