import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { expectFine } from "./faults.ts";
import { openStageFirst, type Person, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 900 } };
const slowly = { timeout: 120_000 };

async function openAs(person: Omit<Person, "lastName">, options: BrowserContextOptions) {
  // axe runs in the page as a script of its own, which the pages' policy rightly refuses.
  const visitor = await stage.visitor({ bypassCSP: true, ...options });
  await signUp(visitor, stage.origin, { lastName: "Okafor", ...person });
  const page = await visitor.newPage();
  await page.goto("/");
  await ready(page);
  return page;
}

describe.skipIf(chromiumPath === undefined)(`Home of a new program ${browserTests}`, () => {
  openStageFirst({ environment: { CADRE_CODE: "a code" } }, (opened) => stage = opened);

  it("leads staff through the set-up list, with nothing but a keyboard", slowly, async () => {
    const person = { username: "stan", firstName: "Stan", role: "cadre", cadreCode: "a code" };
    const page = await openAs(person as Person, phone);
    await page.getByRole("heading", { name: "Set up your directory: 0 of 9 done" }).waitFor();
    await expectFine(page, "home-staff");
    for (const [count, name] of ["Keep the default color", "Keep who gets in as it is"].entries()) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: `${count + 1} of 9 done` }).waitFor();
    }
    const list = page.getByRole("region", { name: /Set up your directory/ });
    const addresses = await list.getByRole("link").evaluateAll((links) =>
      links.map((link) => (link as HTMLAnchorElement).href)
    );
    expect(addresses).toHaveLength(9);
    for (const address of addresses) {
      // Another part of the same page would be no answer.
      await page.goto("about:blank");
      const answer = await page.goto(address);
      expect([address, answer?.status()]).toEqual([address, 200]);
      const { hash } = new URL(address);
      if (hash !== "") expect([address, await page.locator(hash).count()]).toEqual([address, 1]);
    }
    await page.goto("/program/setup");
    await expectFine(page, "setup");
  });

  it("tells cadets and alumni that there is no one yet, with a way on", slowly, async () => {
    const cadet = await openAs({ username: "kim", firstName: "Kim", role: "cadet" }, phone);
    await expectFine(cadet, "home-cadet");
    await cadet.getByRole("link", { name: "Browse everyone" }).click();
    await cadet.waitForURL("**/directory");
    const alum = await openAs({ username: "dana", firstName: "Dana", role: "alumni" }, phone);
    await expectFine(alum, "home-alumni");
    await alum.getByRole("link", { name: "Create your profile" }).click();
    await alum.waitForURL("**/profile/edit");
  });

  it("finds people by its questions, without script", slowly, async () => {
    const dana = await openAs({ username: "alum", firstName: "Alma", role: "alumni" }, desktop);
    await publish(dana.context(), stage.origin, {
      helpTopics: ["Ranger School"],
      industry: "Energy",
      location: "Waco, TX",
    });
    const page = await openAs(
      { username: "casey", firstName: "Casey", role: "cadet" },
      { ...phone, javaScriptEnabled: false },
    );
    for (
      const question of ["help with Ranger School?", "served in Infantry?", "works in Energy?"]
    ) {
      await page.goto("/");
      await page.getByRole("link", { name: question }).click();
      await page.getByRole("link", { name: "View Full Profile" }).waitFor();
    }
    await page.goto("/");
    await page.getByRole("link", { name: "Alma Okafor" }).click();
    await page.getByRole("heading", { name: "Alma Okafor" }).waitFor();
  });
});
