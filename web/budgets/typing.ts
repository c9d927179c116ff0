/**
 * How long a directory takes from a key to the list that answers it: as someone types, key by key, in a
 * directory of many.
 *
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { ready } from "../e2e/product.ts";
import { limits } from "./limits.ts";

/** How many times slower than this machine the page's processor is. */
export type Slowdown = keyof typeof limits.typingMs;

/** So many are in the directory. */
export const typingProfiles = 10_000;

export interface TypingCost {
  readonly slowdown: Slowdown;
  readonly keys: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** What people look for: names, places, branches, several words. */
const typed = ["infantry", "fort worth", "resume", "maria", "consult", "aviation tex", "smith"];

/** Long enough for suggestions to be there before the next key. */
const betweenKeysMs = 200;
const longestMs = 5000;

/** Types each text on a page of its own, and times every key but the first, which brings the scripts. */
export async function measureTyping(
  visitor: BrowserContext,
  slowdown: Slowdown,
): Promise<TypingCost> {
  const times: number[] = [];
  for (const text of typed) {
    const page = await visitor.newPage();
    await page.addInitScript(watchTyping);
    await page.goto("/directory", { waitUntil: "networkidle" });
    await ready(page);
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.getByRole("combobox", { name: "Search", exact: true }).first().focus();
    for (const [at, key] of [...text].entries()) {
      const tookMs = await timeKey(page, key, text.slice(0, at + 1));
      if (at > 0 && key !== " ") times.push(tookMs);
      await page.waitForTimeout(betweenKeysMs);
    }
    await page.close();
  }
  const sorted = times.toSorted((one, other) => one - other);
  const share = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  return { slowdown, keys: times.length, medianMs: share(0.5), p95Ms: share(0.95) };
}

async function timeKey(page: Page, key: string, text: string): Promise<number> {
  // A space at the end asks for nothing new.
  if (key === " ") {
    await page.keyboard.press("Space");
    return 0;
  }
  await page.evaluate((text) => globalThis.typing.expect(text), text);
  await page.keyboard.press(key);
  return await page.evaluate((longestMs) => globalThis.typing.painted(longestMs), longestMs);
}

declare global {
  var typing: {
    expect(text: string): void;
    painted(longestMs: number): Promise<number>;
  };
}

/** Runs in the page, before anything of it does. */
function watchTyping(): void {
  let keyAt = 0;
  let wanted = "";
  let isAnswered = false;
  let done: (tookMs: number) => void = () => {};
  let painted: Promise<number> = Promise.resolve(0);
  const ask = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const answer = await ask(...call);
    const url = new URL(String(call[0]), location.href);
    if (url.pathname === "/api/directory" && url.searchParams.get("search") === wanted) {
      isAnswered = true;
    }
    return answer;
  };
  addEventListener("keydown", (event) => keyAt = event.timeStamp, { capture: true });
  addEventListener("DOMContentLoaded", () => {
    const results = document.querySelector(".directory-main");
    if (results === null) return;
    // A pending view marks its list busy and gets its chip; a finished one changes cards and count.
    const isOfAnswer = ({ type, target }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      if (type === "attributes") return element?.getAttribute("aria-busy") === "false";
      return element?.closest(".active-filters") === null;
    };
    new MutationObserver((records) => {
      if (!isAnswered || !records.some(isOfAnswer)) return;
      isAnswered = false;
      // A frame's callbacks run before it is painted, a task after.
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - keyAt)));
    }).observe(results, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-busy"],
      characterData: true,
    });
  });
  globalThis.typing = {
    expect(text) {
      wanted = text;
      isAnswered = false;
      painted = new Promise((resolve) => done = resolve);
    },
    painted: (longestMs) =>
      Promise.race([
        painted,
        new Promise<number>((resolve) => setTimeout(() => resolve(longestMs), longestMs)),
      ]),
  };
}
