import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../api/testing/process.ts";
import {
  browserTests,
  chromiumPath,
  complaintsOf,
  hidePointerMoves,
  openBrowser,
} from "../testing/browser.ts";
import { watchBytes } from "../budgets/measure.ts";
import { objections } from "./objections.ts";

let folder: string;
let product: RunningProduct;
let browser: Browser;
let people = 0;

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: product.origin, viewport, ...options });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Registers someone new, as a person would. Returns their username. */
async function register(page: Page): Promise<string> {
  const username = `person${++people}`;
  if (!page.url().includes("mode=register")) {
    await page.getByRole("link", { name: "Sign up" }).click();
  }
  await page.getByLabel("First Name").fill("Sam");
  await page.getByLabel("Last Name").fill("Okafor");
  await page.getByLabel("Email").fill(`${username}@example.edu`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  return username;
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByLabel(/^My Account/).click();
  await page.getByText("Log Out").click();
  await page.getByRole("heading", { name: "Login" }).waitFor();
}

const timeout = 60_000;

describe.skipIf(chromiumPath === undefined)(`accounts ${browserTests}`, { timeout }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "alumni-e2e-"));
    product = await startProduct({ DATA_DIR: folder, CADRE_CODE: "hold fast" });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([true, false])(
    "Browse Directory leads to the login and on, with script: %s",
    async (javaScriptEnabled) => {
      const visitor = await browser.newContext({ javaScriptEnabled, baseURL: product.origin });
      const page = await visitor.newPage();
      await page.goto("/?mode=register");
      await page.getByRole("link", { name: "Browse Directory" }).click();
      await page.getByText("Sign in to browse the directory").waitFor();
      // Typed where the focus is.
      await page.keyboard.type("jordan");
      expect(await page.getByLabel("Username").inputValue()).toBe("jordan");
      await visitor.close();
    },
  );

  it("registers, logs out and back in, with its toasts and without a complaint", async () => {
    const page = await open("/");
    const complaints = complaintsOf(page);
    const username = await register(page);
    await page.getByText("Welcome to TCU Army ROTC Alumni Connect!").first().waitFor();
    await logOut(page);
    await logIn(page, username, "wrong horse");
    await page.getByText("Login failed").first().waitFor();
    await logIn(page, username, "correct horse");
    await page.getByText("Welcome back!").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(complaints).toEqual([]);
  });

  it("does not come back to the form of who has registered or signed in", async () => {
    const page = await open("/forgot-password");
    await page.goto("/?mode=register");
    const username = await register(page);
    await page.goBack();
    expect(page.url()).not.toContain("mode=register");
    await page.goto("/");
    await logOut(page);
    await page.goto("/forgot-password");
    await page.getByRole("link", { name: "Back to Login" }).click();
    await logIn(page, username, "correct horse");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.goBack();
    expect(await page.getByRole("button", { name: "Login" }).count()).toBe(0);
  });

  it("does the same without script", async () => {
    const page = await open("/", { javaScriptEnabled: false });
    const username = await register(page);
    await logOut(page);
    await logIn(page, username, "wrong horse");
    await page.getByText("Login failed").waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe(username);
    await logIn(page, username, "correct horse");
    await page.getByText("Welcome back!").waitFor();
  });

  it("loads at most 10 KB of script before someone touches the page", async () => {
    const page = await open("about:blank");
    await hidePointerMoves(page);
    const came = watchBytes(page);
    await page.goto("/", { waitUntil: "networkidle" });
    const [bytes, files] = await came("script");
    expect(files).toBe(1);
    expect(bytes).toBeLessThan(10_000);
  });

  it("asks for the cadre code only while cadre is chosen", async () => {
    const page = await open("/?mode=register", { javaScriptEnabled: false });
    const code = page.getByLabel("Cadre code");
    expect(await code.isVisible()).toBe(false);
    await page.getByLabel("Cadre", { exact: true }).check();
    expect(await code.isVisible()).toBe(true);
  });

  it("changes the role, and says so on the page after", async () => {
    const page = await open("/");
    await register(page);
    await page.goto("/select-role");
    await page.getByText("An alum willing to mentor cadets").click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("You can now create your profile").first().waitFor();
  });

  it("remembers the theme, before first paint and without a flash", async () => {
    const page = await open("/");
    await page.getByRole("button", { name: "Dark theme" }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    const html = await (await page.request.get("/")).text();
    expect(html).toContain('class="radix-themes dark"');
    await page.context().clearCookies();
    await page.reload({ waitUntil: "commit" });
    await page.locator("body").waitFor();
    expect(await page.locator("html").getAttribute("class")).toContain("dark");
  });

  it("has nothing that axe objects to, in both themes", async () => {
    const page = await open("/");
    const both = { also: ["dark"] } as const;
    for (const path of ["/", "/?mode=register", "/forgot-password", "/reset-password?token=t"]) {
      await page.goto(path);
      expect([path, await objections(page, both)]).toEqual([path, []]);
    }
    await page.goto("/");
    await register(page);
    for (const path of ["/", "/select-role", "/nowhere"]) {
      await page.goto(path);
      expect([path, await objections(page, both)]).toEqual([path, []]);
    }
    await page.getByLabel(/^My Account/).click();
    await page.getByRole("menu").waitFor();
    expect(await objections(page, both)).toEqual([]);
  });

  it.each([320, 360, 1280])("never scrolls sideways at %i pixels", async (width) => {
    const page = await open("/", { viewport: { width, height: 740 } });
    const overflow = () =>
      page.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
    expect(await overflow()).toBe(0);
    await register(page);
    expect(await overflow()).toBe(0);
  });
});
