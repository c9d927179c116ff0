import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { tabTo } from "./keys.ts";
import { fetchJson, logIn, logOut, open } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests({ environment: { CADRE_CODE: "hold fast" } });
let people = 0;

const openOnPhone = async (path: string, options: BrowserContextOptions = {}) =>
  await open(await stage.visitor({ ...phone, ...options }), path);

/** Registers a new member through the page. Returns their username. */
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
  it("leads from Browse Directory to the login, and then to the directory", async () => {
    const page = await stage.page();
    await page.goto("/?mode=register");
    await page.getByRole("link", { name: "Browse Directory" }).click();
    await page.getByText("Sign in to browse the directory").waitFor();
    // Typed where the focus is.
    await page.keyboard.type("jordan");
    expect(await page.getByLabel("Username").inputValue()).toBe("jordan");
  });

  it("registers, logs out and back in, with toasts and without console errors", async () => {
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

  it("doesn't return to the form after registering or signing in", async () => {
    const page = await openOnPhone("/forgot-password");
    await page.goto("/?mode=register");
    const username = await register(page);
    await page.goBack();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect(await page.getByRole("button", { name: "Create Account" }).count()).toBe(0);
    await page.goto("/");
    await logOut(page);
    await page.goto("/forgot-password");
    await page.getByRole("link", { name: "Back to Login" }).click();
    await logIn(page, username, "correct horse");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.goBack();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect(await page.getByRole("button", { name: "Login" }).count()).toBe(0);
  });

  it("does the same without script", async () => {
    const page = await openOnPhone("/", { javaScriptEnabled: false });
    const username = await register(page);
    await logOut(page);
    await logIn(page, username, "wrong horse");
    // Playwright can't read the text that browsers show without script.
    await expect.poll(() => page.getByRole("alert").innerText()).toContain("Login failed");
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

  it("remembers the theme, before first paint and without a flash", async () => {
    const page = await openOnPhone("/");
    const otherTab = await page.context().newPage();
    await otherTab.goto("/");
    await page.getByRole("button", { name: "Dark theme" }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await otherTab.locator("html.dark").waitFor();
    const html = await (await page.request.get("/")).text();
    expect(html).toContain('class="radix-themes dark"');
    await page.context().clearCookies();
    await page.reload({ waitUntil: "commit" });
    await page.locator("body").waitFor();
    expect(await page.locator("html").getAttribute("class")).toContain("dark");
  });

  it("changes the theme and signs in when the browser blocks site storage", async () => {
    const page = await (await stage.visitor(phone)).newPage();
    const complaints = complaintsOf(page);
    await page.addInitScript(() => {
      const refuse = {
        get: () => {
          throw new DOMException("Denied", "SecurityError");
        },
      };
      Object.defineProperties(window, { localStorage: refuse, sessionStorage: refuse });
    });
    await open(page, "/");
    await page.getByRole("button", { name: "Dark theme" }).click();
    await page.locator("html.dark").waitFor();
    await register(page);
    await page.locator("html.dark").waitFor();
    await logOut(page);
    expect(complaints).toEqual([]);
  });

  it("has no axe violations, in both themes", async () => {
    const page = await openOnPhone("/");
    for (const path of ["/", "/?mode=register", "/forgot-password", "/reset-password?token=t"]) {
      await page.goto(path);
      await expectFine(page, path);
    }
    await page.goto("/");
    await register(page);
    await page.getByLabel(/^My Account/).click();
    await page.getByRole("menu").waitFor();
    await expectFine(page);
  });
});

const member = () => stage.member({ profile: {}, ...phone, ...examined });

/** Waits for a text, wherever it is shown. A toast is also in the live region for screen readers. */
async function says(page: Page, words: string) {
  await page.locator("main, .toast, dialog, [role=dialog]").getByText(words).first().waitFor();
}

async function signIn(username: string, password: string) {
  const visitor = await stage.visitor();
  const headers = { Origin: stage.origin };
  const data = { username, password };
  const answer = await visitor.request.post("/api/login", { headers, data });
  const works = async () => (await visitor.request.get("/api/user")).status() === 200;
  return { status: answer.status(), works };
}

describeInBrowser("an account's security", () => {
  it("changes the password with only the keyboard", async () => {
    const { page, username } = await member();
    const complaints = complaintsOf(page);
    const elsewhere = await signIn(username, password);
    await open(page, "/profile/security");
    const fill = async (current: string, next: string) => {
      await tabTo(page, "Current Password");
      await page.keyboard.type(current);
      await tabTo(page, "New Password");
      await page.keyboard.type(next);
      await tabTo(page, "Confirm New Password");
      await page.keyboard.type(next);
      await page.keyboard.press("Enter");
    };
    await fill(password, "password1");
    await says(page, "too common");
    await open(page, "/profile/security");
    await fill(password, "battery staple");
    await says(page, "You've been signed out everywhere else");
    expect(await elsewhere.works()).toBe(false);
    expect((await signIn(username, password)).status).toBe(401);
    expect((await signIn(username, "battery staple")).status).toBe(200);
    await stage.mailedLink(`${username}@example.edu`, "has a new password");
    // The first attempt was refused, as it should be.
    expect(complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);
  });

  it("saves the member's data as a file, and keeps the page", async () => {
    const { page } = await member();
    await stage.passAnHour();
    await open(page, "/profile/data");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    const button = page.getByRole("button", { name: "Download Your Data" });
    const saving = page.waitForEvent("download");
    await button.click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("your-data.zip");
    expect(await download.failure()).toBe(null);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
    expect(new URL(page.url()).pathname).toBe("/profile/data");
  });

  it("ends other sessions", async () => {
    const { page, username } = await member();
    const others = [await signIn(username, password), await signIn(username, password)];
    await open(page, "/profile/security");
    await page.getByRole("button", { name: /^Sign out:/ }).first().click();
    await says(page, "Signed out of that browser");
    const work = await Promise.all(others.map(({ works }) => works()));
    expect(work.filter(Boolean)).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    // This isn't the hint of the password's form.
    await page.getByText("Signed out everywhere else", { exact: true }).first().waitFor();
    expect(await Promise.all(others.map(({ works }) => works()))).toEqual([false, false]);
    expect(await page.getByRole("button", { name: /^Sign out/ }).count()).toBe(0);
  });

  it("requires proof for a new address, and continues", async () => {
    const { page, visitor, username } = await member();
    const email = `${username}@example.com`;
    await stage.passAnHour();
    await open(page, "/profile/edit");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Save Account Information" }).click();
    const confirm = async (given: string) => {
      await page.getByLabel("Password", { exact: true }).fill(given);
      await page.getByRole("button", { name: "Confirm" }).click();
    };
    await confirm("a wrong one");
    await says(page, "Incorrect password");
    await confirm(password);
    await says(page, "Your account details have been saved");
    const user = await fetchJson(visitor, "/api/user");
    expect(user.email).toBe(email);
  });

  it("deletes the account only with its password", async () => {
    const { page, username } = await member();
    await stage.passAnHour();
    await open(page, "/profile");
    const ask = async () => {
      await page.getByRole("button", { name: "Delete Account" }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Delete Account" }).click();
      await page.getByRole("heading", { name: "Confirm it's you" }).waitFor();
    };
    await ask();
    await expectFine(page, "question");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.waitForURL("**/profile");
    expect((await signIn(username, password)).status).toBe(200);
    await open(page, "/profile");
    await ask();
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${stage.origin}/`);
    expect((await signIn(username, password)).status).toBe(401);
  });
});
