/**
 * How long pages take to answer a touch or a key: real input to a real browser, measured by its Event Timing from the
 * input to the next paint, as Interaction to Next Paint is.
 *
 * @see {@link https://web.dev/articles/inp}
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { ready } from "../e2e/page.ts";
import { watchedPage } from "./measure.ts";

export type Act = (page: Page) => Promise<void>;

/** Something that people do on a page. `before` prepares it, and is not measured. */
export type Interaction = readonly [
  page: string,
  path: string,
  does: string,
  act: Act,
  before?: Act,
];

export type InteractionCost = Awaited<ReturnType<typeof measureInteractions>>[number];

/** Does each of them on a new page. */
export async function measureInteractions(
  visitor: BrowserContext,
  interactions: readonly Interaction[],
  slowdown: number,
) {
  const costs = [];
  for (const [name, path, does, act, before] of interactions) {
    const { page, network } = await watchedPage(visitor);
    await page.goto(path, { waitUntil: "networkidle" });
    await ready(page);
    await before?.(page);
    await settled(page);
    await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.evaluate(() =>
      Object.assign(globalThis.watched, { slowestMs: 0, since: performance.now() })
    );
    await act(page);
    await settled(page);
    /** The longest input, in steps of 8 ms from 16 on. */
    const slowestMs = await page.evaluate(() => globalThis.watched.slowestMs);
    costs.push({ page: name, does, slowestMs });
    await page.close();
  }
  return costs;
}

/** Resolves once the result is painted and the browser has reported how long that took. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))
  );
  await page.waitForLoadState("networkidle");
}
