/**
 * How long a directory takes from a key to the list that answers it: as someone types, key by key, in a
 * directory of many.
 *
 * @module
 */
import type { BrowserContext } from "playwright-core";
import { percentile } from "../../events/bench/line.ts";
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
/** So many people are in view in a window of this size, and are looked for. */
const inView = 6;

/** Types each text on a page of its own, and times every key but the first, which brings the scripts. */
export async function measureTyping(
  visitor: BrowserContext,
  slowdown: Slowdown,
): Promise<TypingCost> {
  const times: number[] = [];
  for (const text of typed) {
    const page = await visitor.newPage();
    await page.addInitScript(watchTyping, inView);
    await page.goto("/directory", { waitUntil: "networkidle" });
    await ready(page);
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.getByRole("combobox", { name: "Search", exact: true }).first().focus();
    for (const [at, key] of [...text].entries()) {
      await page.evaluate((text) => globalThis.typing.expect(text), text.slice(0, at + 1));
      await page.keyboard.press(key === " " ? "Space" : key);
      // A space at the end asks for nothing new.
      if (at > 0 && key !== " ") {
        times.push(await page.evaluate((ms) => globalThis.typing.painted(ms), longestMs));
      }
      await page.waitForTimeout(betweenKeysMs);
    }
    await page.close();
  }
  const share = (part: number) => Math.round(percentile(times, part));
  return { slowdown, keys: times.length, medianMs: share(0.5), p95Ms: share(0.95) };
}

declare global {
  var typing: {
    expect(text: string): void;
    painted(longestMs: number): Promise<number>;
  };
}

/**
 * Runs in the page, before anything of it does. A key is answered by the first frame with the text among what
 * narrows the list, the number that the answer says, and its first people in their order: where the answer
 * is what showed already, nothing of the list changes.
 */
function watchTyping(inView: number): void {
  interface Answer {
    readonly total: number;
    readonly profiles: readonly { readonly userId: string }[];
  }
  let keyAt = 0;
  let wanted = "";
  let answer: Answer | undefined;
  let done: (tookMs: number) => void = () => {};
  let painted: Promise<number> = Promise.resolve(0);
  const afterFrame = new MessageChannel();
  const ask = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const response = await ask(...call);
    const url = new URL(String(call[0]), location.href);
    if (url.pathname !== "/api/directory" || url.searchParams.get("search") !== wanted) {
      return response;
    }
    const read = response.text.bind(response);
    response.text = async () => {
      const text = await read();
      answer = JSON.parse(text);
      return text;
    };
    return response;
  };
  addEventListener("keydown", (event) => keyAt = event.timeStamp, { capture: true });
  addEventListener("DOMContentLoaded", () => {
    const results = document.querySelector(".directory-main");
    if (results === null) return;
    const textOf = (part: string) => results.querySelector(part)?.textContent ?? "";
    const shows = ({ total, profiles }: Answer) => {
      const cards = results.querySelectorAll(".directory-list h2");
      return textOf(".active-filters-label") === `“${wanted}”` &&
        parseInt(textOf(".directory-count")) === total &&
        profiles.slice(0, inView).every(({ userId }, at) => cards[at]?.id === `member-${userId}`);
    };
    new MutationObserver(() => {
      if (answer === undefined || !shows(answer)) return;
      answer = undefined;
      // A frame's callbacks run before it is painted, a task after; a timer would come later than that.
      requestAnimationFrame(() => afterFrame.port1.postMessage(null));
    }).observe(results, {
      subtree: true,
      childList: true,
      attributeFilter: ["id"],
      characterData: true,
    });
  });
  afterFrame.port2.onmessage = () => done(performance.now() - keyAt);
  globalThis.typing = {
    expect(text) {
      wanted = text;
      answer = undefined;
      painted = new Promise((resolve) => done = resolve);
    },
    painted: (longestMs) =>
      Promise.race([
        painted,
        new Promise<number>((resolve) => setTimeout(() => resolve(longestMs), longestMs)),
      ]),
  };
}
