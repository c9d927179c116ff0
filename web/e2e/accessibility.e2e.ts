import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTests, chromiumPath } from "../testing/browser.ts";
import { objections } from "./objections.ts";
import { openStage, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;
let alumId: string;
let people = 0;
let cadetsPage: Page;
let ownersPage: Page;

/** axe reads every element of a page, and there are many pages. */
const slowly = { timeout: 120_000 };

async function memberPage(role: "cadet" | "alumni", width: number): Promise<Page> {
  // axe runs in the page as a script of its own, which the pages' policy rightly refuses.
  const visitor = await stage.visitor({
    bypassCSP: true,
    reducedMotion: "reduce",
    viewport: { width, height: 900 },
  });
  const username = `member${++people}`;
  await signUp(visitor, stage.origin, { username, firstName: "Casey", lastName: "Nguyen", role });
  return await visitor.newPage();
}

/** Pages of a member without a profile. */
const cadetsPaths = [
  "/",
  "/select-role",
  "/nowhere",
  "/cadre",
  "/alumni?armyBranches=Infantry&search=dana",
  "/directory?search=nobody&armyBranches=Infantry",
  "/directory?page=9",
  "/alumni/{alum}",
  "/alumni/nobody",
  "/connections",
  "/connections/new?to={alum}",
  "/profile",
  "/profile/edit",
];

const ownersPaths = [
  "/profile",
  "/profile?tab=experience",
  "/profile?tab=help-topics",
  "/profile?tab=privacy",
  "/profile/preview",
  "/profile/security",
  "/contacts",
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

describe.skipIf(chromiumPath === undefined)(`members' pages ${browserTests}`, () => {
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
    cadetsPage = await memberPage("cadet", 1280);
    ownersPage = await memberPage("alumni", 1280);
    await publish(ownersPage.context(), stage.origin);
  });
  afterAll(() => stage?.close());

  it.each(cadetsPaths)(
    "have nothing that axe objects to, in both themes, for a cadet: %s",
    slowly,
    async (path) => {
      await open(cadetsPage, path.replace("{alum}", alumId));
      expect(await objections(cadetsPage, { also: ["dark"] })).toEqual([]);
    },
  );

  it.each(ownersPaths)(
    "have nothing that axe objects to, in both themes, for their owner: %s",
    slowly,
    async (path) => {
      await open(ownersPage, path);
      expect(await objections(ownersPage, { also: ["dark"] })).toEqual([]);
    },
  );

  it("have overlays and errors that axe has nothing against", slowly, async () => {
    const page = await memberPage("alumni", 390);
    await open(page, "/directory?armyBranches=Infantry");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("dialog").waitFor();
    expect(["drawer", await objections(page, { also: ["dark"] })]).toEqual(["drawer", []]);
    await page.keyboard.press("Escape");
    await page.route("**/api/directory*", (route) => route.abort());
    await page.getByRole("link", { name: /Remove filter/ }).click();
    await page.getByText("Failed to fetch profiles").waitFor();
    expect(["failure", await objections(page, { also: ["dark"] })]).toEqual(["failure", []]);

    await open(page, "/profile/edit");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await page.getByRole("alert").waitFor();
    expect(["errors", await objections(page, { also: ["dark"] })]).toEqual(["errors", []]);

    await publish(page.context(), stage.origin);
    await open(page, "/profile?tab=privacy");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(["question", await objections(page, { also: ["dark"] })]).toEqual(["question", []]);
  });
});
