/**
 * Prints what people feel on the pages that they use most, as Chromium measures it on a slow phone: `npm run budgets`.
 * Times depend on the machine and end nothing. A page with more bytes than a generous bar ends with 1.
 *
 * @see {@link https://web.dev/articles/vitals} for what the figures mean.
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { chromiumPath, closeBrowser, hidePointerMoves } from "../testing/browser.ts";
import { ready } from "./page.ts";
import { Stage } from "./product.ts";

/** Of everything that a page loads, as it comes over the network. */
const mostBytes = 300_000;
const wanted = { "LCP ms": 1500, "INP ms": 100, CLS: 0.02 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** A mobile line, and a processor that is four times slower than this one. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};
const slowdown = 4;

type Act = (page: Page) => Promise<void>;

const type = (label: string, text: string): Act => async (page) => {
  await page.getByLabel(label, { exact: true }).first().tap();
  await page.keyboard.type(text, { delay: 60 });
};

const searchAndFilter: Act = async (page) => {
  await type("Search", "infantry")(page);
  await page.getByRole("button", { name: /^Filters/ }).tap();
  await page.getByRole("dialog").getByRole("checkbox").first().tap();
};

const openMenu: Act = (page) => page.getByLabel(/^My Account/).tap();

/** Opens a page without a cache, does what people do there, and reads the browser's own figures. */
async function measure(visitor: BrowserContext, path: string, act: Act) {
  const page = await visitor.newPage();
  const network = await visitor.newCDPSession(page);
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => bytes += encodedDataLength);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  await network.send("Network.emulateNetworkConditions", line);
  await network.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await hidePointerMoves(page);
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: "networkidle" });
  await ready(page);
  await act(page);
  // The browser reports an input once its result is painted.
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))
  );
  const { largestPaint, slowestInput, shift } = await page.evaluate(() => globalThis.vitals);
  await page.close();
  return {
    "LCP ms": Math.round(largestPaint),
    "INP ms": Math.round(slowestInput),
    CLS: Number(shift.toFixed(3)),
    bytes,
  };
}

declare global {
  var vitals: { largestPaint: number; slowestInput: number; shift: number };
}

/** Runs in the page, before anything of it does. */
function observe(): void {
  const vitals = globalThis.vitals = { largestPaint: 0, slowestInput: 0, shift: 0 };
  const each = <Entry extends PerformanceEntry>(type: string, count: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(count))
      .observe({ type, buffered: true, ...{ durationThreshold: 16 } });
  each("largest-contentful-paint", ({ startTime }) => vitals.largestPaint = startTime);
  each<PerformanceEventTiming & { interactionId: number }>("event", (entry) => {
    if (entry.interactionId > 0) {
      vitals.slowestInput = Math.max(vitals.slowestInput, entry.duration);
    }
  });
  each<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", (entry) => {
    if (!entry.hadRecentInput) vitals.shift += entry.value;
  });
}

if (chromiumPath === undefined) {
  console.error("Budgets need Chromium: put it into the path, or set CHROMIUM");
  Deno.exit(1);
}
const stage = await new Stage({ profiles: 500 }).open();
try {
  // With motion, as most people have it.
  const options = { ...phone, reducedMotion: "no-preference" } as const;
  const signedOut = await stage.visitor(options);
  const { id, visitor } = await stage.member({ profile: {}, isConfirmed: true, ...options });
  const conversation = await stage.askedOf(id);
  await stage.act(visitor, conversation, "accept");
  const pages: readonly (readonly [string, BrowserContext, string, Act])[] = [
    ["landing", signedOut, "/", type("Username or email", "whitfield")],
    ["directory", visitor, "/directory", searchAndFilter],
    ["profile", visitor, `/alumni/${id}`, openMenu],
    [
      "own profile",
      visitor,
      "/profile",
      (page) => page.getByRole("tab", { name: "Experience" }).tap(),
    ],
    ["connections", visitor, "/connections", openMenu],
    ["conversation", visitor, `/connections/${conversation}`, type("Your message", "Of course")],
  ];
  const table: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const [name, who, path, act] of pages) table[name] = await measure(who, path, act);
  console.table(table);
  console.log("Wanted at most:", wanted, `and for each page ${mostBytes} bytes`);
  const heavy = Object.keys(table).filter((name) => table[name]!.bytes > mostBytes);
  if (heavy.length > 0) console.error(`More than ${mostBytes} bytes: ${heavy.join(", ")}`);
  Deno.exitCode = heavy.length > 0 ? 1 : 0;
} finally {
  await stage.close();
  await closeBrowser();
}
