import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine } from "./faults.ts";
import { open, ready } from "./page.ts";
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
  "/connections/question",
  "/profile",
  "/profile/edit",
];

const ownersPaths = [
  "/profile",
  "/profile/preview",
  "/profile/security",
  "/profile/addresses",
  "/profile/data",
  "/contacts",
  "/mentoring",
  "/privacy",
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
    await expectFine(page, "drawer", { within: "[role=dialog]" });
    await page.keyboard.press("Escape");
    await page.route("**/api/directory*", (route) => route.abort());
    await page.getByRole("link", { name: /Remove filter/ }).click();
    await page.getByText("Failed to fetch profiles").waitFor();
    await expectFine(page, "failure", { within: "[role=alert]" });

    await stage.publish(page.context());
    await open(page, "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectFine(page, "question", { within: "[role=alertdialog]" });
  });
});

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
      "/code?code=12345678",
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
    const more = [
      "/profile",
      "/profile/edit",
      `/alumni/${id}`,
      "/alumni?search=dana&page=1",
    ];
    expect(await complaints(visitor, more)).toEqual([]);
  });
});
