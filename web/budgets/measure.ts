/**
 * What pages cost, as a real browser sees it.
 *
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { hidePointerMoves } from "../testing/browser.ts";
import { limits } from "./limits.ts";
import { shiftOnSlowLine } from "./slow-line.ts";
import { watchPaint } from "./watch-paint.ts";

/** Cost of one page. Bytes are gzip, as they came over the network. */
export interface PageCost {
  readonly name: string;
  readonly kind: PageKind;
  readonly scriptFiles: number;
  /** Script that came without anyone touching the page. */
  readonly scriptBytes: number;
  /** Script once every island of the page answers. */
  readonly liveScriptBytes: number;
  readonly styleBytes: number;
  readonly htmlBytes: number;
  /** The HTML before it is compressed. */
  readonly rawHtmlBytes: number;
  readonly layoutShift: number;
  /** The same while its HTML arrives bit by bit. */
  readonly slowLineShift: number;
  readonly largestPaintMs: number;
}

/** Purpose of a page: one that is read, and a form before login, loads no script until it is touched. */
export type PageKind = "read" | "directory" | "used";

export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  readonly kind: PageKind;
}

export interface MeasureOptions {
  /** How many times slower than this machine the page's processor is. */
  readonly slowdown: number;
}

/** Opens each page afresh, without a cache, and adds up what it cost. */
export async function measurePages(
  visitor: BrowserContext,
  pages: readonly MeasuredPage[],
  { slowdown }: MeasureOptions,
): Promise<readonly PageCost[]> {
  const costs: PageCost[] = [];
  for (const { name, path, kind } of pages) {
    const page = await visitor.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await network.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "gzip" } });
    await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const came = watchBytes(page);
    await page.addInitScript(watchPaint);
    await hidePointerMoves(page);
    const answer = await page.goto(path, { waitUntil: "networkidle" });
    const [scriptBytes, scriptFiles] = await came("script");
    await wake(page);
    const paint = await page.evaluate(() => globalThis.paint);
    costs.push({
      name,
      kind,
      scriptBytes,
      scriptFiles,
      liveScriptBytes: (await came("script"))[0],
      styleBytes: (await came("stylesheet"))[0],
      htmlBytes: (await came("document"))[0],
      rawHtmlBytes: (await answer?.body())?.byteLength ?? 0,
      layoutShift: paint.layoutShift,
      slowLineShift: await shiftOnSlowLine(visitor, path),
      largestPaintMs: paint.largestPaintMs,
    });
    await page.close();
  }
  return costs;
}

/** A line for each figure that is over its budget. */
export function exceeded(costs: readonly PageCost[]): readonly string[] {
  return costs.flatMap((cost) => {
    const over = (what: string, is: number, limit: number) =>
      is > limit ? [`${cost.name}: ${what} ${is}, at most ${limit}`] : [];
    return [
      ...over("script before first interaction", cost.scriptBytes, limits.scriptBytes[cost.kind]),
      ...over("files of script", cost.scriptFiles, limits.scriptFiles[cost.kind]),
      ...over("script", cost.liveScriptBytes, limits.liveScriptBytes),
      ...over("style", cost.styleBytes, limits.styleBytes),
      ...over("HTML", cost.htmlBytes, limits.htmlBytes),
      ...over("HTML before compression", cost.rawHtmlBytes, limits.rawHtmlBytes),
      ...over("layout shift", cost.layoutShift, limits.layoutShift),
      ...over("layout shift on a slow line", cost.slowLineShift, limits.layoutShift),
    ];
  });
}

/** Adds up the bytes of the answers to a page from now on, by kind, and counts them. */
export function watchBytes(page: Page) {
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
