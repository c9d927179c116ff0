import { Buffer } from "node:buffer";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { aPdf } from "../../api/testing/pictures.ts";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { phone } from "./faults.ts";
import { fetchJson, logIn, logOut, open } from "./page.ts";
import { password, stageForTests } from "./product.ts";

const stage = stageForTests({ profiles: 30 });
const away = "We can't reach the server";

const alum = (options: BrowserContextOptions = {}) =>
  stage.member({ ...phone, profile: { company: "Lone Star Power" }, ...options });

async function alumAt(path: string) {
  const { visitor, username, page } = await alum();
  return { visitor, username, page: await open(page, path) };
}

const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

describeInBrowser("without a connection", () => {
  it("reports it at sign-in, keeps the typed values, and works afterwards", async () => {
    const { username } = await alum();
    const visitor = await stage.visitor();
    const page = await visitor.newPage();
    await page.goto("/");
    await visitor.setOffline(true);
    await logIn(page, username, password);
    await says(page, away);
    expect(await page.getByLabel("Username").inputValue()).toBe(username);
    expect(await page.getByLabel("Password").inputValue()).toBe(password);
    await visitor.setOffline(false);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  it("reports it when saving a profile, keeps the values, and works afterwards", async () => {
    const { visitor, page } = await alumAt("/profile/edit");
    await page.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    await visitor.setOffline(true);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await says(page, away);
    expect(await page.getByRole("textbox", { name: "Company" }).inputValue())
      .toBe("Northfield Partners");
    await visitor.setOffline(false);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    await page.getByRole("link", { name: "Experience" }).click();
    await says(page, "Northfield Partners");
  });

  it("resets a switch to the saved value, and says why", async () => {
    const { visitor, page } = await alumAt("/profile");
    await visitor.setOffline(true);
    const industry = page.getByRole("switch", { name: "Industry", exact: true });
    await industry.click();
    await says(page, away);
    await expect.poll(() => industry.isChecked()).toBe(true);
  });

  it("reports an overlay that can't be loaded, and keeps the page", async () => {
    const { visitor, page } = await alumAt("/directory");
    const complaints = complaintsOf(page);
    await page.route("**/assets/*drawer*", (route) => route.abort());
    await visitor.setOffline(true);
    await page.getByRole("button", { name: "Filters" }).click();
    await says(page, "This page couldn't be opened");
    expect(await page.locator(".directory-list > li").count()).toBe(24);
    expect(complaints).toEqual([]);
    await visitor.setOffline(false);

    const profile = await open(visitor, "/profile/edit");
    await visitor.setOffline(true);
    await profile.getByRole("button", { name: "Upload Image" }).click();
    await says(profile, "This page couldn't be opened");
    await profile.getByLabel(/^My Account/).click();
    await profile.getByRole("menuitem", { name: "Profile", exact: true }).waitFor();
  });

  it("works as plain HTML without an island's script, which loads when it is touched", async () => {
    const { visitor } = await alum();
    const page = await visitor.newPage();
    let isAway = true;
    await page.route(
      "**/assets/directory-*.js",
      (route) => isAway ? route.abort() : route.continue(),
    );
    await page.goto("/directory", { waitUntil: "networkidle" });
    const island = page.locator("[data-island=directory]");
    expect(await island.getAttribute("data-ready")).toBeNull();
    await page.getByRole("link", { name: "Load more" }).click();
    await page.waitForURL("**/directory?page=2");
    await page.waitForLoadState("networkidle");
    isAway = false;
    await page.getByLabel("Sort by").hover();
    await page.locator("[data-island=directory][data-ready]").waitFor();
  });

  it("reports a failed upload, which can be tried again", async () => {
    const { visitor, page } = await alumAt("/profile/edit");
    await page.getByRole("button", { name: "Upload Image" }).click();
    const dialog = page.getByRole("dialog", { name: "Upload Image" });
    await dialog.waitFor();
    await page.getByLabel(/Choose a file/).setInputFiles({
      name: "resume.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(aPdf()),
    });
    await visitor.setOffline(true);
    await dialog.getByRole("button", { name: "Upload", exact: true }).click();
    await dialog.getByText("Upload failed").waitFor();
    await dialog.getByText(away).waitFor();
    expect(await dialog.getByRole("button", { name: "Try Again" }).count()).toBe(1);
  });
});

describeInBrowser("two tabs", () => {
  it("merge changes that both made to a profile", async () => {
    const { visitor } = await alum();
    const first = await open(visitor, "/profile/edit");
    const second = await open(visitor, "/profile/edit");
    await second.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    await second.getByRole("switch", { name: "Show my profile" }).uncheck();
    await second.getByRole("button", { name: "Save Changes" }).click();
    await second.waitForURL("**/profile");
    await first.getByRole("textbox", { name: "Job Title" }).fill("Director");
    await first.getByRole("button", { name: "Save Changes" }).click();
    await first.waitForURL("**/profile");
    expect(await fetchJson(visitor, "/api/profile/me")).toMatchObject({
      company: "Northfield Partners",
      jobTitle: "Director",
      isVisible: false,
    });
  });

  it("ask before one overwrites what the other saved", async () => {
    const { visitor } = await alum();
    const first = await open(visitor, "/profile/edit");
    const second = await open(visitor, "/profile/edit");
    for (const [page, company] of [[second, "Northfield"], [first, "Lakeside"]] as const) {
      await page.getByRole("textbox", { name: "Company" }).fill(company);
      await page.getByRole("button", { name: "Save Changes" }).click();
      if (page === second) await page.waitForURL("**/profile");
    }
    await says(first, "changed to “Northfield” elsewhere");
    await expect.poll(() => first.locator(".error-summary:focus").count()).toBe(1);
    expect((await fetchJson(visitor, "/api/profile/me")).company)
      .toBe("Northfield");
    await first.getByRole("button", { name: "Save Changes" }).click();
    await first.waitForURL("**/profile");
    expect((await fetchJson(visitor, "/api/profile/me")).company).toBe("Lakeside");
  });

  it.each([true, false])(
    "merge changes of an account, and ask before one overwrites the other; with script: %s",
    async (javaScriptEnabled) => {
      const { visitor } = await alum({ javaScriptEnabled });
      const first = await open(visitor, "/profile/edit");
      const second = await open(visitor, "/profile/edit");
      const save = (page: Page) =>
        page.getByRole("button", { name: "Save Account Information" }).click();
      const saved = async () => await fetchJson(visitor, "/api/user");
      await second.getByLabel("First Name").fill("Danielle");
      await second.getByLabel("Last Name").fill("Okafor");
      await save(second);
      await says(second, "Account information updated");
      await first.getByLabel("Last Name").fill("Whitfield");
      await save(first);
      await says(first, "Last name was changed to “Okafor” elsewhere");
      await expect.poll(() => first.locator(".error-summary:focus").count()).toBe(1);
      expect(await saved()).toMatchObject({ firstName: "Danielle", lastName: "Okafor" });
      await save(first);
      await says(first, "Account information updated");
      expect(await saved()).toMatchObject({ firstName: "Danielle", lastName: "Whitfield" });
    },
  );

  it("keep typed values in one when the other logs out, and save them once signed in again", async () => {
    const { visitor, page, username } = await alumAt("/profile/edit");
    await page.getByRole("textbox", { name: "Company" }).fill("Northfield Partners");
    await logOut(await open(visitor, "/"));

    await page.getByRole("button", { name: "Save Changes" }).click();
    const [signIn] = await Promise.all([
      visitor.waitForEvent("page"),
      page.getByRole("link", { name: "Sign in in a new tab" }).click(),
    ]);
    await logIn(signIn, username, password);
    await signIn.getByRole("navigation", { name: "Main" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Company" }).inputValue())
      .toBe("Northfield Partners");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
  });

  it("give back what was sent after one logged out, to be sent again once signed in", async () => {
    const { visitor, page, username } = await alumAt("/profile/edit");
    await page.getByLabel("Last Name").fill("Okafor");
    await logOut(await open(visitor, "/"));
    await page.getByRole("button", { name: "Save Account Information" }).click();
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    const [signIn] = await Promise.all([
      visitor.waitForEvent("page"),
      page.getByRole("link", { name: "Sign in in a new tab" }).click(),
    ]);
    await logIn(signIn, username, password);
    await signIn.getByRole("navigation", { name: "Main" }).waitFor();
    await page.getByRole("button", { name: "Send it again" }).click();
    await says(page, "Account information updated");
    expect((await fetchJson(visitor, "/api/user")).lastName).toBe("Okafor");
  });

  it("do nothing to another member who has signed in since", async () => {
    const { visitor } = await alum();
    const old = await open(visitor, "/profile");
    const { username } = await alum();
    await stage.post(visitor, "/api/login", { username, password });
    await old.getByRole("switch", { name: "Industry", exact: true }).click();
    await says(old, "Your session has ended");
    await old.getByRole("button", { name: "Delete Account" }).click();
    await old.getByRole("alertdialog").getByRole("button", { name: "Delete Account" }).click();
    await says(old, "Someone else has signed in on this browser.");
    const profile = await fetchJson(visitor, "/api/profile/me");
    expect(profile.sharedFields.industry).toBe(true);
  });

  it("lead back to the page where a session ended, once signed in again", async () => {
    const { visitor, page, username } = await alumAt("/directory?search=reed");
    await visitor.clearCookies();
    await page.getByLabel("Search", { exact: true }).fill("infantry");
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await says(page, "Your session has ended");
    await logIn(page, username, password);
    await page.waitForURL("**/directory?search=infantry");
    await says(page, "Welcome back!");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" })
      .click();
    await page.waitForURL(`${stage.origin}/`);
  });

  it("lead to the landing page, not back to a page of someone who logged out", async () => {
    const { page } = await alumAt("/profile");
    await logOut(page);
    await page.goBack();
    await page.getByRole("heading", { name: "Login" }).waitFor();
    expect(await page.getByText("Dana Reed").count()).toBe(0);
  });
});
