import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { openStage, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;
let alumId: string;
let people = 0;

/** axe reads every element of a page, and there are many pages. */
const slowly = { timeout: 180_000 };

async function cadetPage(theme: string, width = 1280): Promise<Page> {
  // axe runs in the page as a script of its own, which the pages' policy rightly refuses.
  const visitor = await stage.visitor({ bypassCSP: true, viewport: { width, height: 900 } });
  await visitor.addCookies([{ name: "theme", value: theme, url: stage.origin }]);
  await signUp(visitor, stage.origin, {
    username: `cadet${++people}`,
    firstName: "Casey",
    lastName: "Nguyen",
    role: "cadet",
  });
  return await visitor.newPage();
}

async function objections(page: Page) {
  // What fades in has no contrast to measure until it is there.
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.playState !== "running")
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

describe.skipIf(chromiumPath === undefined)(`directories and profiles ${browserTests}`, () => {
  beforeAll(async () => {
    stage = await openStage();
    for (const [index, lastName] of ["Whitfield", "Okafor", "Reed"].entries()) {
      const visitor = await stage.visitor();
      const role = index === 2 ? "cadre" : "alumni";
      const person = { username: `alum${index}`, firstName: "Dana", lastName, role } as const;
      await signUp(visitor, stage.origin, person);
      await publish(visitor, stage.origin, {
        bio: "Two deployments, then graduate school.",
        industry: "Energy",
        location: "Fort Worth, TX",
        helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
        expertise: ["Supply chains"],
        armySchools: ["Ranger School"],
        previousPositions: ["Company Commander"],
        phoneNumber: "817 555 0100",
        secondaryEmail: "dana@army.example",
        linkedinUrl: "https://www.linkedin.com/in/dana",
      });
      const user = await (await visitor.request.get("/api/user")).json();
      if (index === 0) alumId = user.id;
    }
  });
  afterAll(() => stage?.close());

  describe.each(["light", "dark"])("in %s", (theme) => {
    it("have nothing that axe objects to", slowly, async () => {
      const page = await cadetPage(theme);
      const paths = [
        "/cadre",
        "/alumni?armyBranches=Infantry",
        "/directory?search=nobody",
        `/alumni/${alumId}`,
        "/alumni/nobody",
        "/profile",
        "/profile/edit",
      ];
      for (const path of paths) {
        await page.goto(path);
        await ready(page);
        expect([path, await objections(page)]).toEqual([path, []]);
      }
      await publish(page.context(), stage.origin);
      for (const tab of ["experience", "privacy"]) {
        await page.goto(`/profile?tab=${tab}`);
        await ready(page);
        expect([tab, await objections(page)]).toEqual([tab, []]);
      }
    });

    it("have overlays and errors that axe has nothing against", slowly, async () => {
      const page = await cadetPage(theme, 390);
      await page.goto("/directory?armyBranches=Infantry");
      await ready(page);
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("dialog").waitFor();
      expect(await objections(page)).toEqual([]);

      await page.goto(`/alumni/${alumId}`);
      await ready(page);
      await page.getByRole("button", { name: "Connect" }).click();
      await page.getByRole("dialog").waitFor();
      expect(await objections(page)).toEqual([]);

      await page.goto("/profile/edit");
      await ready(page);
      await page.getByRole("button", { name: "Create Profile" }).click();
      await page.getByRole("alert").waitFor();
      expect(await objections(page)).toEqual([]);

      await publish(page.context(), stage.origin);
      await page.goto("/profile?tab=privacy");
      await ready(page);
      await page.getByRole("button", { name: "Delete Account" }).click();
      await page.getByRole("alertdialog").waitFor();
      expect(await objections(page)).toEqual([]);
    });
  });

  it.each([320, 360, 768, 1280])("never scroll sideways at %i pixels", async (width) => {
    const page = await cadetPage("light", width);
    await publish(page.context(), stage.origin);
    const paths = ["/cadre", "/directory", `/alumni/${alumId}`, "/profile", "/profile/edit"];
    for (const path of paths) {
      await page.goto(path);
      const overflow = await page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});
