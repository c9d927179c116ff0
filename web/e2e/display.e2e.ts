import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { DirectoryAnswer } from "../../api/contract/directory.ts";
import { describeInBrowser } from "../testing/browser.ts";
import { phone, smallTargets } from "./faults.ts";
import { open } from "./page.ts";
import { type Member, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 30, environment: { CADRE_CODE: "a code" } });
let dana: Member;
let memberPaths: readonly string[];

const signedOutPaths = [
  "/",
  "/?mode=register",
  "/forgot-password",
  "/reset-password?token=t",
  "/reset-password",
  "/verify-email?token=t",
  "/verify-email",
  "/privacy",
  "/accessibility",
];

/** Another browser of the alum whose texts all have their maximum length. */
async function alum(options: BrowserContextOptions = {}): Promise<Page> {
  return await (await stage.again(dana, options)).newPage();
}

const staffPaths = [
  "/program",
  "/program/everybody",
  "/program/invitations",
  "/program/reports",
  "/program/settings",
  "/program/settings/brand",
  "/program/mail",
  "/program/history",
  "/program/handover",
  "/program/setup",
  "/program/questions",
  "/program/commissioning",
];

async function staff(): Promise<Page> {
  const name = { firstName: "Stan", lastName: "Okafor" };
  return (await stage.member({ ...name, role: "cadre", cadreCode: "a code" })).page;
}

/** Everything that overflows: the page itself, and text that is cut off. */
function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`page: ${scrollWidth} of ${clientWidth}`] : [];
    const ruler = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (ruler === null || room <= 0) continue;
      ruler.font = font;
      const chosen = [...select.options].map(({ text }) => text)
        .filter((text) => ruler.measureText(text).width > room);
      if (chosen.length > 0) found.push(`${select.name}: ${chosen.join(", ")}`);
    }
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      // Text in a field can scroll.
      if (element instanceof HTMLInputElement && element.value !== "") continue;
      const scrolls = ".rt-TabNavList, .section-bar, .directory-line";
      if (element.closest(`.visually-hidden, script, svg, select, ${scrolls}`)) continue;
      const { overflowX, textOverflow, position, width } = getComputedStyle(element);
      const isHidden = position === "absolute" && width === "1px";
      const cuts = overflowX !== "visible" || textOverflow === "ellipsis";
      if (cuts && !isHidden && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`);
      }
    }
    return found;
  });
}

/** A window of 1280 pixels is 640 CSS pixels wide at a zoom of 200 %, and 320 at 400 %. */
const widths = [640, 360, 320];
const largerTexts = [
  "* { letter-spacing: 0.12em; word-spacing: 0.16em; line-height: 1.5 } p { margin-bottom: 2em }",
  "html { font-size: 200% }",
];

async function expectUncut(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  expect([name, width, ...await cut(page), ...await smallTargets(page)]).toEqual([name, width]);
}

/** Checks the page in every width, and with larger texts in the narrowest. */
async function expectFits(page: Page, path: string): Promise<void> {
  for (const width of widths) await expectUncut(page, width, path);
  for (const style of largerTexts) {
    const [needed, given] = await page.evaluate((style) => {
      // Changes the size as a browser's settings would, which site styles can't override.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style.replaceAll(/(;| })/g, " !important$1"));
      document.adoptedStyleSheets = [sheet];
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    }, style);
    expect([path, style, needed]).toEqual([path, style, given]);
  }
}

describeInBrowser("what pages look like", () => {
  beforeAll(async () => {
    dana = await stage.member({
      firstName: "Maximiliana",
      lastName: "Featherstonehaugh-Cholmondeley",
      profile: {
        bio: "Two deployments, then graduate school.",
        industry: "Telecommunications and infrastructure",
        location: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
        helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
        linkedinUrl: "https://www.linkedin.com/in/featherstonehaugh",
        primaryEmail: "maximiliana.featherstonehaugh-cholmondeley@example-university.example",
        phoneNumber: "817 555 0100",
      },
    });
    memberPaths = [
      "/",
      "/select-role",
      "/cadre",
      "/directory?sort=recent&search=telecommunications&industries=Technology",
      "/directory?search=featherstonehaugh",
      "/directory",
      `/alumni/${dana.id}`,
      "/profile",
      "/profile/edit",
      "/profile/preview",
      "/profile/security",
      "/profile/data",
      "/connections",
      "/check-inbox",
      "/contacts",
      "/mentoring",
      "/nowhere",
    ];
  });

  it.each([
    ["while no one is signed in", () => stage.page(), () => signedOutPaths],
    ["for a member", alum, () => memberPaths],
    ["for staff", staff, () => staffPaths],
  ])(
    "fits into narrow windows, with text of any size, none of it cut off, and no small target, %s",
    async (_, visit, paths) => {
      const page = await visit();
      for (const path of paths()) {
        await open(page, path);
        await expectFits(page, path);
      }
    },
  );

  it("has filters that fit, too", async () => {
    const page = await alum(phone);
    await open(page, "/directory");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("dialog").waitFor();
    for (const width of widths) await expectUncut(page, width, "drawer");
  });

  it("has a title larger than every other heading, while no one is signed in", async () => {
    const page = await stage.page();
    for (const path of signedOutPaths) {
      await page.goto(path);
      const [title = 0, ...others] = await page.locator("h1, h2").evaluateAll((headings) =>
        headings.map((heading) => parseFloat(getComputedStyle(heading).fontSize))
      );
      expect([path, Math.max(0, ...others)]).toEqual([path, expect.toSatisfy((n) => n < title)]);
    }
  });

  it("doesn't move for people who prefer reduced motion", async () => {
    const page = await alum({ reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
    await open(page, "/directory");
    const longest = () =>
      page.evaluate(() =>
        Math.max(
          0,
          ...document.getAnimations().map((a) => Number(a.effect?.getComputedTiming().duration)),
        )
      );
    await page.getByRole("button", { name: "Filters" }).click();
    expect(await longest()).toBeLessThan(1);
    await page.getByRole("dialog").waitFor();
    const smooth = await page.evaluate(() =>
      getComputedStyle(document.documentElement).scrollBehavior
    );
    expect(smooth).toBe("auto");
  });

  it("keeps borders, focus and state in forced colors", async () => {
    const page = await alum({ forcedColors: "active" });
    await open(page, "/directory?armyBranches=Armor&search=a");
    const style = (selector: string, name: string) =>
      page.locator(selector).first().evaluate(
        (element, name) => getComputedStyle(element).getPropertyValue(name),
        name,
      );
    for (
      const selector of [
        ...[".rt-Button", ".rt-TextFieldRoot", ".rt-Card", ".active-filters-chip", ".rt-Badge"],
      ]
    ) {
      expect([selector, await style(selector, "border-top-style")]).toEqual([selector, "solid"]);
      expect(parseFloat(await style(selector, "border-top-width"))).toBeGreaterThan(0);
    }
    const chosen = page.getByRole("checkbox", { name: "Armor" });
    expect(await chosen.evaluate((box) => getComputedStyle(box).appearance)).toBe("auto");
    expect(await style(".shell-nav a[aria-current]", "outline-style")).toBe("solid");
    await chosen.focus();
    await page.keyboard.press("/");
    expect(await style(":focus-visible", "outline-style")).toBe("solid");

    await open(page, "/profile");
    expect(await style(".switch-input", "appearance")).toBe("auto");
  });

  it("names the kinds of contacts on devices without a pointer", async () => {
    const page = await alum({ hasTouch: true, isMobile: true });
    await open(page, "/directory?search=featherstonehaugh");
    const way = page.getByRole("link", { name: /^Primary Email/ });
    expect(await way.evaluate((link) => getComputedStyle(link, "::after").content))
      .toBe('"Primary Email"');
  });

  it.each(["light", "dark"])("prints readable content, from the %s theme", async (theme) => {
    const page = await alum();
    await page.context().addCookies([{ name: "theme", value: theme, url: stage.origin }]);
    await page.emulateMedia({ media: "print" });
    await open(page, "/directory?search=featherstonehaugh");
    const isPrinted = (selector: string) => page.locator(selector).first().isVisible();
    for (const part of ["header.shell-header", "footer", ".filter-panel", ".directory-sort"]) {
      expect([part, await isPrinted(part)]).toEqual([part, false]);
    }
    expect(await isPrinted(".profile-card-name")).toBe(true);
    // Contact icons can't be pressed on paper, and a card doesn't have the addresses.
    expect(await isPrinted(".profile-card-contact")).toBe(false);
    const text = await page.locator("h1").evaluate((title) => getComputedStyle(title).color);
    expect(text).toBe("rgb(0, 0, 0)");
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(paper).toBe("light");

    const answer = await page.request.get("/api/directory?search=featherstonehaugh");
    const [profile] = (await answer.json() as DirectoryAnswer).profiles;
    await open(page, `/alumni/${profile?.userId}`);
    for (const part of ["header.shell-header", "footer", ".profile-back", ".profile-actions"]) {
      expect([part, await isPrinted(part)]).toEqual([part, false]);
    }
    const linkedin = await page.getByRole("link", { name: "LinkedIn Profile" })
      .evaluate((link) => getComputedStyle(link, "::after").content);
    expect(linkedin).toContain("https://www.linkedin.com/in/featherstonehaugh");
  });
});
