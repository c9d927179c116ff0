import type { BrowserContext } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { ready } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();

/** The browser's own advice, which a console does not show unless asked to. */
const hints: ReadonlySet<string> = new Set(["debug", "verbose"]);

/** Everything that the console says, and every request that fails, on these pages. */
async function complaints(visitor: BrowserContext, paths: readonly string[]) {
  const page = await visitor.newPage();
  const said: string[] = [];
  page.on("console", (message) => {
    if (hints.has(message.type())) return;
    said.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => said.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => said.push(`${request.url()} failed`));
  page.on("response", (answer) => {
    if (answer.status() >= 400) said.push(`${answer.url()}: ${answer.status()}`);
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await ready(page);
  }
  await page.close();
  return said;
}

describeInBrowser("the console", () => {
  it("stays empty while no one is signed in", async () => {
    const visitor = await stage.visitor();
    const paths = [
      "/",
      "/?mode=register",
      "/forgot-password",
      "/reset-password?token=t",
      "/verify-email?token=t",
    ];
    expect(await complaints(visitor, paths)).toEqual([]);
  });

  it("says nothing of a passage between pages that a browser left out", async () => {
    const page = await stage.page();
    const said = complaintsOf(page);
    await page.goto("/");
    await page.evaluate(() => {
      // As Chromium words it, now and then, for what no page can bring about at will.
      const words = "Transition was aborted because of invalid state. Page already revealed";
      Promise.reject(new DOMException(words, "InvalidStateError"));
      Promise.reject(new DOMException("Something else", "InvalidStateError"));
    });
    await expect.poll(() => said).toEqual(["Something else"]);
  });

  it("stays empty for a member, before and after they have a profile", async () => {
    const { id, visitor } = await stage.member({ username: "dana" });
    const pages = ["/", "/cadre", "/alumni", "/directory", "/profile", "/profile/edit"];
    expect(await complaints(visitor, pages)).toEqual([]);
    await stage.publish(visitor);
    const more = [...pages, `/alumni/${id}`, "/profile?tab=privacy", "/alumni?search=dana&page=1"];
    expect(await complaints(visitor, more)).toEqual([]);
  });
});
