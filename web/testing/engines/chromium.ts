import type { ElementHandle } from "playwright-core";
import { apis } from "../beyond-target.ts";
import { chromiumPath, complaintsOf, logRefusals, openBrowser } from "../browser.ts";
import type { Element, Engine } from "./engine.ts";

/** Chromium without the APIs that some supported browser lacks. */
export const agedChromium: Engine = {
  name: "Chromium without what browsers of the target lack",
  missing: chromiumPath === undefined ? "chromium" : undefined,
  async start() {
    const browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: 1400, height: 1100 },
      // These browsers have no view transitions, either.
      reducedMotion: "reduce",
    });
    const lacked = apis.filter(({ lackedBy }) => lackedBy.length > 0)
      .map(({ owner, member, isStatic }) => ({ owner, member, isStatic }));
    await context.addInitScript(removeApis, lacked);
    await logRefusals(context);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    // Removed APIs must stay removed. Otherwise the journeys would prove nothing.
    await page.goto("data:text/html,");
    const left = await page.evaluate(
      () => [Reflect.has([], "toSorted"), Reflect.has(URL, "canParse")],
    );
    if (left.includes(true)) throw new Error("Nothing was taken away");
    const handle = (element: Element) => element as ElementHandle<HTMLElement>;
    return {
      async open(url) {
        await page.goto(url);
      },
      async run(script, ...given) {
        const found = await page.evaluateHandle(`(${script})(...${JSON.stringify(given)})`);
        return found.asElement() ?? await found.jsonValue();
      },
      click: (element) => handle(element).click(),
      fill: (element, text) => handle(element).fill(text),
      async choose(select, option) {
        await handle(select).selectOption({ label: option });
      },
      attach: (input, path) => handle(input).setInputFiles(path),
      complaints: () => complaints,
      close: () => context.close(),
    };
  },
};

type Api = { readonly owner: string; readonly member?: string; readonly isStatic: boolean };

/** Runs in each page before its scripts. */
function removeApis(apis: readonly Api[]): void {
  for (const { owner, member, isStatic } of apis) {
    const value = Object(Reflect.get(globalThis, owner));
    if (member === undefined) Reflect.deleteProperty(globalThis, owner);
    else Reflect.deleteProperty(isStatic ? value : Object(value.prototype), member);
  }
}
