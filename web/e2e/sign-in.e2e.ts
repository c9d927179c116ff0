import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { expectFine, phone } from "./faults.ts";
import { logIn, logOut, open } from "./page.ts";
import { stageForTests } from "./product.ts";

const stage = stageForTests({ environment: { CADRE_CODE: "hold fast" } });
let people = 0;

const openOnPhone = async (path: string, options: BrowserContextOptions = {}) =>
  await open(await stage.visitor({ ...phone, ...options }), path);

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

describeInBrowser("accounts", () => {
  it.each([true, false])(
    "Browse Directory leads to the login and on, with script: %s",
    async (javaScriptEnabled) => {
      const page = await stage.page({ javaScriptEnabled });
      await page.goto("/?mode=register");
      await page.getByRole("link", { name: "Browse Directory" }).click();
      await page.getByText("Sign in to browse the directory").waitFor();
      // Typed where the focus is.
      await page.keyboard.type("jordan");
      expect(await page.getByLabel("Username").inputValue()).toBe("jordan");
    },
  );

  it("registers, logs out and back in, with its toasts and without a complaint", async () => {
    const page = await openOnPhone("/");
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
    const page = await openOnPhone("/forgot-password");
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
    const page = await openOnPhone("/", { javaScriptEnabled: false });
    const username = await register(page);
    await logOut(page);
    await logIn(page, username, "wrong horse");
    await page.getByText("Login failed").waitFor();
    expect(await page.getByLabel("Username").inputValue()).toBe(username);
    await logIn(page, username, "correct horse");
    await page.getByText("Welcome back!").waitFor();
  });

  it("asks for the cadre code only while cadre is chosen", async () => {
    const page = await openOnPhone("/?mode=register", { javaScriptEnabled: false });
    const code = page.getByLabel("Cadre code");
    expect(await code.isVisible()).toBe(false);
    await page.getByLabel("Cadre", { exact: true }).check();
    expect(await code.isVisible()).toBe(true);
  });

  it("changes the role, and says so on the page after", async () => {
    const page = await openOnPhone("/");
    await register(page);
    await page.goto("/select-role");
    await page.getByText("An alum willing to mentor cadets").click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("You can now create your profile").first().waitFor();
  });

  it("remembers the theme, before first paint and without a flash", async () => {
    const page = await openOnPhone("/");
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
    const page = await openOnPhone("/");
    for (const path of ["/", "/?mode=register", "/forgot-password", "/reset-password?token=t"]) {
      await page.goto(path);
      await expectFine(page, path);
    }
    await page.goto("/");
    await register(page);
    for (const path of ["/", "/select-role", "/nowhere"]) {
      await page.goto(path);
      await expectFine(page, path);
    }
    await page.getByLabel(/^My Account/).click();
    await page.getByRole("menu").waitFor();
    await expectFine(page);
  });
});
