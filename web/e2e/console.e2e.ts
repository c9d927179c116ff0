import type { BrowserContext } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { openStageFirst, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;

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

describe.skipIf(chromiumPath === undefined)(`the console ${browserTests}`, () => {
  openStageFirst({}, (opened) => stage = opened);

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
    const page = await (await stage.visitor()).newPage();
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
    const visitor = await stage.visitor();
    const person = {
      username: "dana",
      firstName: "Dana",
      lastName: "Reed",
      role: "alumni",
    } as const;
    await signUp(visitor, stage.origin, person);
    const { id } = await (await visitor.request.get("/api/user")).json();
    const pages = ["/", "/cadre", "/alumni", "/directory", "/profile", "/profile/edit"];
    expect(await complaints(visitor, pages)).toEqual([]);
    await publish(visitor, stage.origin);
    const more = [...pages, `/alumni/${id}`, "/profile?tab=privacy", "/alumni?search=dana&page=1"];
    expect(await complaints(visitor, more)).toEqual([]);
  });
});
