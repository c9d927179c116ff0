/**
 * How long pages take to answer a touch or a key: real input to a real browser, measured by its Event Timing from the
 * input to the next paint, as Interaction to Next Paint is.
 *
 * @see {@link https://web.dev/articles/inp}
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { ready } from "../e2e/page.ts";

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
  for (const interaction of interactions) {
    const [page, , does] = interaction;
    /** `slowestMs` is the longest input, in steps of 8 ms from 16 on. */
    costs.push({ page, does, slowestMs: await measureVisit(visitor, interaction, slowdown) });
  }
  return costs;
}

async function measureVisit(
  visitor: BrowserContext,
  [, path, , act, before]: Interaction,
  slowdown: number,
): Promise<number> {
  const page = await visitor.newPage();
  await page.addInitScript(watchInput);
  await page.goto(path, { waitUntil: "networkidle" });
  await ready(page);
  await before?.(page);
  await settled(page);
  const network = await page.context().newCDPSession(page);
  await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(() => globalThis.input = { slowestMs: 0, since: performance.now() });
  await act(page);
  await settled(page);
  const slowestMs = await page.evaluate(() => globalThis.input.slowestMs);
  await page.close();
  return slowestMs;
}

/** Resolves once the result is painted and the browser has reported how long that took. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))
  );
  await page.waitForLoadState("networkidle");
}

declare global {
  var input: { slowestMs: number; since: number };
}

/** Runs in the page, before anything of it does. */
function watchInput(): void {
  globalThis.input = { slowestMs: 0, since: 0 };
  const options = { type: "event", durationThreshold: 16 } as PerformanceObserverInit;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { input } = globalThis;
      // An input from before, after which nothing changed, lasts until something else is painted.
      const isInput = "interactionId" in entry && entry.interactionId !== 0;
      if (!isInput || entry.startTime < input.since) continue;
      input.slowestMs = Math.max(input.slowestMs, entry.duration);
    }
  }).observe(options);
}
