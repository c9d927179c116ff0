/**
 * Draws every page at 390 and 1280 px, light and dark, to compare before and after a change: `npm
 * run pictures -- FOLDER`. With `--beside=EARLIER`, a folder drawn before, each picture shows both
 * side by side. People are invented, the same ones each time.
 * @module
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { closeBrowser } from "../testing/browser.ts";
import { fetchJson, ready } from "./page.ts";
import { Stage } from "./product.ts";

const widths = [390, 1280] as const;
const themes = ["light", "dark"] as const;

type Act = (page: Page) => Promise<unknown>;
/** A picture's name, the page's path, and an action that opens an overlay. */
type Drawn = readonly [name: string, path: string, act?: Act];

const folder = Deno.args.find((arg) => !arg.startsWith("--"));
const earlier = Deno.args.find((arg) => arg.startsWith("--beside="))?.slice("--beside=".length);
if (folder === undefined) {
  console.error("npm run pictures -- FOLDER [--beside=EARLIER]");
  Deno.exit(2);
}
await mkdir(folder, { recursive: true });
let stage = await new Stage().open();
try {
  const token = new URL(await stage.firstStaffLink()).search;
  await draw(undefined, [
    ["landing-no-staff", "/"],
    ["first-staff", `/first-staff${token}`],
    ["restore", `/restore${token}`],
  ]);
  await stage.invite("First Name,Last Name,Email\nKim,Lee,kim@example.com\n");
  const invitation = await stage.mailedLink("kim@example.com", "/invitation");
  await draw(undefined, [
    ["landing", "/"],
    ["register", "/?mode=register"],
    ["privacy", "/privacy"],
    ["accessibility", "/accessibility"],
    ["forgot-password", "/forgot-password"],
    ["code-elsewhere", "/code?code=12345678"],
    ["reset-password", "/reset-password?token=t"],
    ["verify-email", "/verify-email?token=t"],
    ["invitation", invitation],
    ["invitation-unknown", "/invitation?token=t"],
    ["mailed-link-unknown", "/c/t"],
  ]);
} finally {
  await stage.close();
}

const environment = { CADRE_CODE: "a code" };
stage = await new Stage({ profiles: 60, connections: 120, pictures: true, environment }).open();
try {
  const cadet = await stage.member({ firstName: "Casey", lastName: "Nguyen", role: "cadet" });
  await stage.confirmAddress(cadet.visitor, cadet.username);
  const { profiles } = await fetchJson(cadet.visitor, "/api/directory?role=alumni");
  const shown = profiles.find(({ user }: { user: { profileImageUrl: string | null } }) =>
    user.profileImageUrl !== null
  ).userId;
  const filters: Act = async (page) => {
    const button = page.getByRole("button", { name: /^Filters/ });
    if (!await button.isVisible()) {
      return;
    }
    await button.click();
    await page.getByRole("dialog").waitFor();
  };
  const suggestions: Act = async (page) => {
    await page.getByRole("combobox", { name: "Search", exact: true }).click();
    await page.keyboard.type("inf");
    await page.getByRole("option").first().waitFor();
  };
  await draw(cadet.visitor, [
    ["cadet-home", "/"],
    ["cadet-menu", "/", (page) =>
      page.getByLabel(/^My Account/).click()],
    ["select-role", "/select-role"],
    ["not-found", "/nowhere"],
    ["cadre", "/cadre"],
    ["alumni", "/alumni"],
    ["alumni-filters", "/alumni?armyBranches=Infantry", filters],
    ["alumni-suggestions", "/alumni", suggestions],
    ["directory-narrowed", "/directory?search=fin&armyBranches=Aviation&sort=name"],
    ["directory-nobody", "/directory?search=nobody&armyBranches=Infantry"],
    ["directory-past-the-end", "/directory?page=99"],
    ["profile", `/alumni/${shown}`],
    ["profile-unknown", "/alumni/nobody"],
    ["ask", `/connections/new?to=${shown}`],
    ["ask-alumni", "/connections/question?topic=Networking"],
    ["ask-alumni-preview", "/connections/question", async (page) => {
      await page.getByLabel("What is it about?").selectOption("Networking");
      await page.getByLabel("Your question").fill(
        "How did you find your first job after the Army?",
      );
      await page.getByRole("button", { name: "Preview question" }).click();
      await page.getByRole("button", { name: "Send question" }).waitFor();
    }],
    ["cadet-connections", "/connections"],
    ["commissioning-nothing", "/commissioning"],
    ["no-profile", "/profile"],
    ["create-profile", "/profile/edit"],
  ]);

  const alum = await stage.member({
    firstName: "Dana",
    lastName: "Whitfield",
    isConfirmed: true,
    profile: {
      bio: "Two deployments, then graduate school.",
      industry: "Energy",
      location: "Fort Worth, TX",
      helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
      expertise: ["Supply chains"],
      armySchools: ["Ranger School"],
      previousPositions: ["Company Commander"],
      phoneNumber: "817 555 0100",
      linkedinUrl: "https://www.linkedin.com/in/dana",
    },
  });
  const accepted = await stage.askedOf(alum.id);
  await stage.act(alum.visitor, accepted, "accept", { text: "Gladly. When can we talk?" });
  const asked = await stage.askedOf(alum.id);
  await draw(alum.visitor, [
    ["home", "/"],
    ["own-profile", "/profile"],
    ["delete-account-dialog", "/profile", async (page) => {
      await page.getByRole("button", { name: "Delete Account" }).click();
      await page.getByRole("alertdialog").waitFor();
    }],
    ["preview", "/profile/preview"],
    ["edit-profile", "/profile/edit"],
    ["security", "/profile/security"],
    ["addresses", "/profile/addresses"],
    ["personal-data", "/profile/data"],
    ["delete-profile", "/profile/delete"],
    ["delete-account", "/profile/delete-account"],
    ["contacts", "/contacts"],
    ["connections", "/connections"],
    ["mentoring", "/mentoring"],
    ["conversation-asked", `/connections/${asked}`],
    ["conversation", `/connections/${accepted}`],
  ]);

  const stan = { firstName: "Stan", lastName: "Okafor", role: "cadre" } as const;
  const staff = await stage.member({ ...stan, cadreCode: "a code" });
  await draw(staff.visitor, [
    ["staff-home", "/"],
    ["program", "/program"],
    ["program-questions", "/program/questions"],
    ["program-reports", "/program/reports"],
    ["program-everybody", "/program/everybody"],
    ["program-nobody-found", "/program/everybody?search=nobody"],
    ["program-person", `/program/everybody/${alum.id}`],
    ["program-staff-access", `/program/everybody/${staff.id}/staff-access`],
    ["program-suspend", `/program/everybody/${alum.id}/suspend`],
    ["program-record-death", `/program/everybody/${alum.id}/record-death`],
    ["program-history", "/program/history"],
    ["program-commissioning", "/program/commissioning"],
    ["program-handover", "/program/handover"],
    ["program-invitations", "/program/invitations"],
    ["program-import", "/program/import"],
    ["program-mail", "/program/mail"],
    ["program-mail-set-up", "/program/mail/set-up"],
    ["program-mail-answers", "/program/mail/answers"],
    ["program-setup", "/program/setup"],
    ["program-secret", "/program/secret"],
    ["program-settings", "/program/settings"],
    ["program-brand", "/program/settings/brand"],
    ["program-insights", "/program/insights?cycle=2026"],
    ["program-insights-to-share", "/program/insights?cycle=2026&for=others"],
  ]);
} finally {
  await stage.close();
  await closeBrowser();
}

/** Draws the pages as this visitor, or signed out. */
async function draw(visitor: BrowserContext | undefined, pages: readonly Drawn[]): Promise<void> {
  const storageState = await visitor?.storageState();
  for (const width of widths) {
    for (const theme of themes) {
      const context = await stage.visitor({
        viewport: { width, height: width === 390 ? 844 : 900 },
        hasTouch: width === 390,
        // Inline styles for the pictures need this.
        bypassCSP: true,
        colorScheme: theme,
        ...storageState && { storageState },
      });
      await context.addCookies([{ name: "theme", value: theme, url: stage.origin }]);
      for (const [name, path, act] of pages) {
        const page = await context.newPage();
        await page.goto(path, { waitUntil: "networkidle" });
        await ready(page);
        await act?.(page);
        const picture = await page.screenshot({
          animations: "disabled",
          // Overlays are placed relative to the window, so only the window is drawn with one.
          fullPage: act === undefined,
          style: "* { content-visibility: visible !important }",
        });
        await keep(`${name}-${width}-${theme}.png`, picture);
        await page.close();
      }
      await context.close();
    }
  }
}

async function keep(file: string, picture: Uint8Array): Promise<void> {
  const before = join(earlier ?? "", file);
  const isBefore = earlier !== undefined && existsSync(before);
  const drawn = isBefore ? await beside(before, picture) : sharp(picture);
  await drawn.png({ palette: true }).toFile(join(folder!, file));
}

/** Puts the earlier picture on the left, and the new one on the right. */
async function beside(before: string, after: Uint8Array): Promise<Sharp> {
  const [left, right] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()]);
  const gap = 20;
  return sharp({
    create: {
      width: left.width + gap + right.width,
      height: Math.max(left.height, right.height),
      channels: 3,
      background: "#808080",
    },
  }).composite([
    { input: before, left: 0, top: 0 },
    { input: Buffer.from(after), left: left.width + gap, top: 0 },
  ]);
}
