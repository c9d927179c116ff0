/**
 * Lighthouse's word on the two pages that people see first, as a phone would load them.
 *
 * @module
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { signUp } from "../e2e/product.ts";
import { chromiumArguments, chromiumPath } from "../testing/browser.ts";

export interface LighthouseScore {
  readonly name: string;
  /** Performance, 0 to 100, run by run. */
  readonly scores: readonly number[];
  readonly median: number;
  /** What the run of the median says about paints, blocking and shifts. */
  readonly vitals: string;
}

const runs = 3;

/** Three runs of each page; the median counts. Wants a machine that does nothing else. */
export async function lighthouseScores(origin: string): Promise<readonly LighthouseScore[]> {
  const folder = await mkdtemp(join(tmpdir(), "alumni-lighthouse-"));
  const port = await freePort();
  // Its pages are the browser's own first context: there the visitor has to sign in.
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath,
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
    baseURL: origin,
  });
  try {
    const landing = await score("landing", `${origin}/`, port);
    const name = { firstName: "Casey", lastName: "Nguyen" };
    await signUp(browser, origin, { username: "lighthouse", ...name, role: "cadet" });
    return [landing, await score("directory", `${origin}/directory`, port)];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function score(name: string, url: string, port: number): Promise<LighthouseScore> {
  const results: { readonly score: number; readonly vitals: string }[] = [];
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, {
      port,
      onlyCategories: ["performance"],
      // The session has to survive the run.
      disableStorageReset: true,
      logLevel: "silent",
    });
    if (result === undefined) throw new Error("Lighthouse has no result");
    const { audits, categories } = result.lhr;
    if (result.lhr.finalDisplayedUrl !== url) {
      throw new Error(`Lighthouse saw ${result.lhr.finalDisplayedUrl} instead of ${url}`);
    }
    const vitals = shown.map(([id, label]) => `${label} ${audits[id]?.displayValue ?? "unknown"}`);
    results.push({
      score: Math.round((categories.performance?.score ?? 0) * 100),
      vitals: vitals.join(", "),
    });
  }
  const ordered = results.toSorted((a, b) => a.score - b.score);
  const middle = ordered[Math.floor(runs / 2)];
  return {
    name,
    scores: results.map(({ score }) => score),
    median: middle?.score ?? 0,
    vitals: middle?.vitals ?? "",
  };
}

const shown = [
  ["first-contentful-paint", "FCP"],
  ["largest-contentful-paint", "LCP"],
  ["total-blocking-time", "TBT"],
  ["cumulative-layout-shift", "CLS"],
] as const;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
