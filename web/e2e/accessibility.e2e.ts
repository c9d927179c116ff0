import type { Page } from "playwright-core";
import { beforeAll, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine } from "./faults.ts";
import { open } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests();
let alumId: string;
let cadetsPage: Page;
let ownersPage: Page;

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

describeInBrowser("members' pages", () => {
  beforeAll(async () => {
    for (const [index, lastName] of ["Whitfield", "Okafor", "Reed"].entries()) {
      const role = index === 2 ? "cadre" : "alumni";
      const { id } = await stage.member({
        lastName,
        role,
        profile: {
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
        },
      });
      if (index === 0) alumId = id;
    }
    cadetsPage = (await stage.member({ role: "cadet", ...examined })).page;
    ownersPage = (await stage.member({ profile: {}, ...examined })).page;
  });

  it.each(cadetsPaths)(
    "have nothing that axe objects to, in both themes, for a cadet: %s",
    async (path) => {
      await open(cadetsPage, path.replace("{alum}", alumId));
      await expectFine(cadetsPage);
    },
  );

  it.each(ownersPaths)(
    "have nothing that axe objects to, in both themes, for their owner: %s",
    async (path) => {
      await open(ownersPage, path);
      await expectFine(ownersPage);
    },
  );

  it("have overlays and errors that axe has nothing against", async () => {
    const viewport = { width: 390, height: 900 };
    const { page } = await stage.member({ viewport, ...examined });
    await open(page, "/directory?armyBranches=Infantry");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("dialog").waitFor();
    await expectFine(page, "drawer");
    await page.keyboard.press("Escape");
    await page.route("**/api/directory*", (route) => route.abort());
    await page.getByRole("link", { name: /Remove filter/ }).click();
    await page.getByText("Failed to fetch profiles").waitFor();
    await expectFine(page, "failure");

    await open(page, "/profile/edit");
    await page.getByRole("button", { name: "Create Profile" }).click();
    await page.getByRole("alert").waitFor();
    await expectFine(page, "errors");

    await stage.publish(page.context());
    await open(page, "/profile?tab=privacy");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectFine(page, "question");
  });
});
