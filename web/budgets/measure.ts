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
    const { page, network } = await watchedPage(visitor, "gzip");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const came = watchBytes(page);
    await hidePointerMoves(page);
    const answer = await page.goto(path, { waitUntil: "networkidle" });
    const [scriptBytes, scriptFiles] = await came("script");
    await wake(page);
    const paint = await page.evaluate(() => globalThis.paint);
    costs.push({
      name,
      kind,
      /** Script that came without anyone touching the page. */
      scriptBytes,
      scriptFiles,
      /** Once every island of the page answers. */
      liveScriptBytes: (await came("script"))[0],
      styleBytes: (await came("stylesheet"))[0],
      htmlBytes: (await came("document"))[0],
      /** The HTML before it is compressed. */
      rawHtmlBytes: (await answer?.body())?.byteLength ?? 0,
      layoutShift: paint.layoutShift,
      /** The same while its HTML arrives bit by bit. */
      slowLineShift: await shiftOnSlowLine(visitor, path),
      largestPaintMs: paint.largestPaintMs,
    });
    await page.close();
  }
  return costs;
}

async function watchedPage(visitor: BrowserContext, encoding: "gzip" | "identity") {
  const page = await visitor.newPage();
  const network = await visitor.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": encoding } });
  await page.addInitScript(watchPaint);
  return { page, network };
}

/** How long a page's HTML is on its way on a slow line: long enough to be painted many times half complete. */
const arrivalSeconds = 1.5;

/**
 * The layout shift while a page arrives bit by bit. Style and script come from the cache, or nothing would be painted
 * before the HTML is there.
 */
async function shiftOnSlowLine(visitor: BrowserContext, path: string): Promise<number> {
  // Unpacked, or a hundred lines of it would come at once.
  const { page, network } = await watchedPage(visitor, "identity");
  const html = await page.goto(path, { waitUntil: "networkidle" });
  const { length } = await html?.body() ?? { length: 0 };
  await network.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, uploadThroughput: -1 },
    downloadThroughput: length / arrivalSeconds,
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const { layoutShift } = await page.evaluate(() => globalThis.paint);
  await page.close();
  return layoutShift;
}

/** Adds up the bytes of the answers to a page from now on, by kind, and counts them. */
function watchBytes(page: Page) {
  const answers: Promise<readonly [kind: string, bytes: number]>[] = [];
  page.on("requestfinished", (request) => {
    answers.push(
      request.sizes().then(({ responseBodySize }) => [request.resourceType(), responseBodySize]),
    );
  });
  return async (kind: string): Promise<readonly [bytes: number, files: number]> => {
    const sizes = (await Promise.all(answers)).filter(([its]) => its === kind);
    return [sizes.reduce((sum, [, bytes]) => sum + bytes, 0), sizes.length];
  };
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
  var paint: { layoutShift: number; largestPaintMs: number };
}

/** Runs in the page, before anything of it does, and keeps count in `globalThis.paint`. */
function watchPaint(): void {
  globalThis.paint = { layoutShift: 0, largestPaintMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry) globalThis.paint.layoutShift += Number(entry.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.paint.largestPaintMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
