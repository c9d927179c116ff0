/**
 * What pages cost, as a real browser sees it.
 *
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { hidePointerMoves } from "../testing/browser.ts";

/** Cost of one page. Bytes are gzip, as they came over the network. */
export type PageCost = Awaited<ReturnType<typeof measurePages>>[number];

/** Purpose of a page: one that is read, and a form before login, loads no script until it is touched. */
type PageKind = "read" | "directory" | "used";

export type MeasuredPage = readonly [kind: PageKind, name: string, path: string];

/**
 * Opens each page afresh, without a cache, and adds up what it cost.
 *
 * @param slowdown How many times slower than this machine the page's processor is.
 */
export async function measurePages(
  visitor: BrowserContext,
  pages: readonly MeasuredPage[],
  slowdown: number,
) {
  const costs = [];
  for (const [kind, name, path] of pages) {
    const { page, network } = await watchedPage(visitor);
    await network.send("Network.enable");
    await network.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "gzip" } });
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await hidePointerMoves(page);
    await page.goto(path, { waitUntil: "networkidle" });
    const { scriptBytes, scriptFiles } = await page.evaluate(countBytes);
    await wake(page);
    const { scriptBytes: liveScriptBytes, ...bytes } = await page.evaluate(countBytes);
    const { layoutShift, largestPaintMs } = await page.evaluate(() => globalThis.watched);
    costs.push({
      ...{ name, kind, ...bytes },
      /** Script that came without anyone touching the page. */
      scriptBytes,
      scriptFiles,
      /** Once every island of the page answers. */
      liveScriptBytes,
      layoutShift,
      /** The same while its HTML arrives bit by bit. */
      slowLineShift: await shiftOnSlowLine(visitor, path),
      largestPaintMs,
    });
    await page.close();
  }
  return costs;
}

/** Runs in the page: what came over the network until now. */
function countBytes() {
  const [html] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const sizesOf = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).map(({ encodedBodySize }) => encodedBodySize);
  const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, 0);
  return {
    scriptBytes: sum(sizesOf(".js")),
    scriptFiles: sizesOf(".js").length,
    styleBytes: sum(sizesOf(".css")),
    htmlBytes: html?.encodedBodySize ?? 0,
    /** The HTML before it is compressed. */
    rawHtmlBytes: html?.decodedBodySize ?? 0,
  };
}

/** How long a page's HTML is on its way on a slow line: long enough to be painted many times half complete. */
const arrivalSeconds = 1.5;

/**
 * The layout shift while a page arrives bit by bit. Style and script come from the cache, or nothing would be painted
 * before the HTML is there.
 */
async function shiftOnSlowLine(visitor: BrowserContext, path: string): Promise<number> {
  const { page, network } = await watchedPage(visitor);
  await network.send("Network.enable");
  // Unpacked, or a hundred lines of it would come at once.
  await network.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "identity" } });
  const html = await page.goto(path, { waitUntil: "networkidle" });
  const { length } = await html?.body() ?? { length: 0 };
  await network.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, uploadThroughput: -1 },
    downloadThroughput: length / arrivalSeconds,
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const { layoutShift } = await page.evaluate(() => globalThis.watched);
  await page.close();
  return layoutShift;
}

/** Touches the islands that wait for it, and lets all of them come to life. */
async function wake(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-start="interaction"]')) {
      island.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    }
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-island]")]
      .every((island) => island.dataset.ready !== undefined)
  );
  // What moves late, or asks for more, does so now.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  await page.waitForLoadState("networkidle");
}

declare global {
  /** What is counted in a page while it is watched. Inputs count from `since` on. */
  var watched: { layoutShift: number; largestPaintMs: number; slowestMs: number; since: number };
}

/** A new page that counts in `globalThis.watched`, and its line to the browser. */
export async function watchedPage(visitor: BrowserContext) {
  const page = await visitor.newPage();
  await page.addInitScript(watch);
  return { page, network: await visitor.newCDPSession(page) };
}

/** Runs in the page, before anything of it does. */
function watch(): void {
  const watched = { layoutShift: 0, largestPaintMs: 0, slowestMs: 0, since: 0 };
  globalThis.watched = watched;
  const each = (type: string, count: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(count))
      .observe({ type, buffered: true, ...more });
  each(
    "layout-shift",
    (entry) => watched.layoutShift += "value" in entry ? Number(entry.value) : 0,
  );
  each("largest-contentful-paint", ({ startTime }) => watched.largestPaintMs = startTime);
  each("event", (entry) => {
    // An input from before, after which nothing changed, lasts until something else is painted.
    const isInput = "interactionId" in entry && entry.interactionId !== 0;
    if (!isInput || entry.startTime < watched.since) return;
    watched.slowestMs = Math.max(watched.slowestMs, entry.duration);
  }, { durationThreshold: 16 });
}
