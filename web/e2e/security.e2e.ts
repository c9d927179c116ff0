import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { tabTo } from "./keys.ts";
import { fetchJson, open } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests();

const ways: [string, BrowserContextOptions][] = [
  ["with script", {}],
  ["without script", { javaScriptEnabled: false }],
];

const member = (options: BrowserContextOptions = {}) =>
  stage.member({ profile: {}, ...phone, ...examined, ...options });

/** Some words of a sentence, wherever it is said: a toast is said to screen readers, too. */
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
  it.each(ways)("the password is changed with the keyboard alone, %s", async (_, way) => {
    const { page, username } = await member(way);
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
    // The first one was refused, as it should be.
    expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });

  it.each(ways)("sessions elsewhere are ended, %s", async (_, way) => {
    const { page, username } = await member(way);
    const others = [await signIn(username, password), await signIn(username, password)];
    await open(page, "/profile/security");
    await page.getByRole("button", { name: /^Sign out:/ }).first().click();
    await says(page, "Signed out of that browser");
    const work = await Promise.all(others.map(({ works }) => works()));
    expect(work.filter(Boolean)).toHaveLength(1);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    // Not what the password's form says of it.
    await page.getByText("Signed out everywhere else", { exact: true }).first().waitFor();
    expect(await Promise.all(others.map(({ works }) => works()))).toEqual([false, false]);
    expect(await page.getByRole("button", { name: /^Sign out/ }).count()).toBe(0);
  });

  it.each(ways)("a new address asks who it is, and goes on, %s", async (_, way) => {
    const { page, visitor, username } = await member(way);
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

  it("the account is deleted only by who knows the password", async () => {
    const { page, username } = await member();
    await stage.passAnHour();
    await open(page, "/profile?tab=privacy");
    const ask = async () => {
      await page.getByRole("button", { name: "Delete Account" }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Delete Account" }).click();
      await page.getByRole("dialog", { name: "Confirm it's you" }).waitFor();
    };
    await ask();
    await expectFine(page, "question", { within: ".dialog-dialog" });
    await page.keyboard.press("Escape");
    await says(page, "Nothing was changed");
    expect((await signIn(username, password)).status).toBe(200);
    await ask();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${stage.origin}/`);
    expect((await signIn(username, password)).status).toBe(401);
  });
});
