import type { BrowserContext } from "playwright-core";
import { watchPaint } from "./watch-paint.ts";

/** How long a page's HTML is on its way: long enough to be painted many times half complete. */
const arrivalSeconds = 1.5;

/**
 * What moves while a page arrives bit by bit: cumulative layout shift over all of it, sums of every
 * frame. Style and script come from the cache, or nothing would be painted before the HTML is there.
 */
export async function shiftOnSlowLine(visitor: BrowserContext, path: string): Promise<number> {
  const page = await visitor.newPage();
  const network = await visitor.newCDPSession(page);
  await network.send("Network.enable");
  // Unpacked, or a hundred lines of it would come at once.
  await network.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": "identity" } });
  const html = await page.goto(path, { waitUntil: "networkidle" });
  const { length } = await html?.body() ?? { length: 0 };
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: length / arrivalSeconds,
    uploadThroughput: -1,
  });
  await page.addInitScript(watchPaint);
  await page.goto(path, { waitUntil: "networkidle" });
  const { layoutShift } = await page.evaluate(() => globalThis.paint);
  await page.close();
  return layoutShift;
}
