/**
 * How long pages take to answer a touch or a key: real input to a real browser, measured by its Event
 * Timing from the input to the next paint, as Interaction to Next Paint is.
 *
 * @see {@link https://web.dev/articles/inp}
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { ready } from "../e2e/product.ts";

/** One thing that people do on a page. */
export interface Interaction {
  readonly page: string;
  readonly path: string;
  readonly does: string;
  /** Leads to where it can be done; not measured. */
  readonly before?: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

export interface InteractionCost {
  readonly page: string;
  readonly does: string;
  /** The longest of its inputs; browsers count in steps of 8 ms and say nothing below 16. */
  readonly slowestMs: number;
}

/** Does each of them on a page of its own. */
export async function measureInteractions(
  visitor: BrowserContext,
  interactions: readonly Interaction[],
  slowdown: number,
): Promise<readonly InteractionCost[]> {
  const costs: InteractionCost[] = [];
  for (const { page: name, path, does, before, act } of interactions) {
    const page = await visitor.newPage();
    await page.addInitScript(watchInput);
    await page.goto(path, { waitUntil: "networkidle" });
    await ready(page);
    await before?.(page);
    await settled(page);
    const network = await page.context().newCDPSession(page);
    await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.evaluate(() => globalThis.slowestInputMs = 0);
    await act(page);
    await settled(page);
    const slowestMs = await page.evaluate(() => globalThis.slowestInputMs);
    costs.push({ page: name, does, slowestMs });
    await page.close();
  }
  return costs;
}

/** Resolves once what was done has been painted, and the browser has told how long that took. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))
  );
  await page.waitForLoadState("networkidle");
}

declare global {
  var slowestInputMs: number;
}

/** Runs in the page, before anything of it does. */
function watchInput(): void {
  interface EventTiming extends PerformanceEntry {
    readonly interactionId: number;
  }
  globalThis.slowestInputMs = 0;
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: "event",
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as EventTiming[]) {
      if (entry.interactionId === 0) continue;
      globalThis.slowestInputMs = Math.max(globalThis.slowestInputMs, entry.duration);
    }
  }).observe(options);
}
