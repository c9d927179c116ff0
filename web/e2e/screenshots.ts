/**
 * Makes the README's screenshots: `npm run build`, then `deno run -A web/e2e/screenshots.ts`. The
 * product is seeded with made-up people, the same ones each time.
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { closeBrowser } from "../testing/browser.ts";
import { ready } from "./page.ts";
import { Stage } from "./product.ts";

const folder = fileURLToPath(new URL("../screenshots", import.meta.url));
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 936 } };
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

const narrowed = "?search=fin&armyBranches=Aviation&armyBranches=Corps+of+Engineers" +
  "&dutyStatuses=Active+Duty&dutyStatuses=Veteran&sort=name";

let stage = await new Stage({ profiles: 500, pictures: true }).open();
try {
  const landing = await open(desktop, "light");
  await visit(landing, "/");
  await shoot(landing, "landing");

  const directory = await openAsMember(desktop, "light");
  await visit(directory, `/directory${narrowed}`);
  const search = directory.getByRole("combobox", { name: "Search", exact: true });
  await search.click();
  await search.press("ArrowDown");
  await directory.getByRole("option").first().waitFor();
  await shoot(directory, "directory");

  const small = await openAsMember(phone, "dark");
  await visit(small, "/directory?armyBranches=Armor&dutyStatuses=Veteran&sort=name");
  await small.getByRole("button", { name: /^Filters/ }).tap();
  await small.getByRole("dialog").waitFor();
  await shoot(small, "filters-phone-dark");
  await small.getByRole("button", { name: "Close" }).tap();
  await small.getByRole("link", { name: "View Full Profile" }).first().tap();
  await small.waitForURL("**/alumni/*");
  await ready(small);
  await shoot(small, "profile-phone-dark");
} finally {
  await stage.close();
}

const environment = { CADRE_CODE: "a code" };
stage = await new Stage({ profiles: 300, connections: 400, environment }).open();
try {
  const stan = { firstName: "Stan", lastName: "Okafor", role: "cadre" } as const;
  const { page: staff } = await stage.member({ ...stan, cadreCode: "a code", ...desktop });
  // Made-up people have been here for years, and no backup was made.
  await visit(staff, "/program/setup");
  await staff.getByRole("button", { name: "Back up now" }).click();
  await staff.getByText("Size").waitFor({ timeout: 60_000 });
  await visit(staff, "/program/insights");
  // They are prepared in the background, and the page reloads by itself.
  await staff.getByRole("heading", { name: /^Cycle/ }).first().waitFor({ timeout: 60_000 });
  await visit(staff, "/program/insights?cycle=2026");
  await shoot(staff, "insights");

  const small = await open(phone, "light");
  await small.context().addCookies(await staff.context().cookies());
  await visit(small, "/program/settings");
  await shoot(small, "settings-phone");
} finally {
  await stage.close();
  await closeBrowser();
}

async function open(options: BrowserContextOptions, theme: "light" | "dark"): Promise<Page> {
  const visitor = await stage.visitor(options);
  await visitor.addCookies([{ name: "theme", value: theme, url: stage.origin }]);
  return await visitor.newPage();
}

async function openAsMember(options: BrowserContextOptions, theme: "light" | "dark") {
  const casey = { firstName: "Casey", lastName: "Nguyen", role: "cadet" } as const;
  const { visitor, page } = await stage.member({ ...casey, isConfirmed: true, ...options });
  await visitor.addCookies([{ name: "theme", value: theme, url: stage.origin }]);
  return page;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await ready(page);
}

/** Eight bits per pixel: half the size, without a visible difference. */
async function shoot(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: "disabled" });
  await sharp(picture).png({ palette: true, effort: 10 }).toFile(join(folder, `${name}.png`));
}
