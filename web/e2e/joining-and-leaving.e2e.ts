import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserTests, chromiumPath, complaintsOf } from "../testing/browser.ts";
import { faults } from "./faults.ts";
import { focused, tabTo } from "./keys.ts";
import { openStage, openStageFirst, publish, ready, signUp, type Stage } from "./product.ts";

let stage: Stage;

// axe runs in the page as a script of its own, which the pages' policy rightly refuses.
const phone = { viewport: { width: 360, height: 740 }, bypassCSP: true };
const slowly = { timeout: 120_000 };

const head = "Email,First name,Last name,Class year,Rank,Branch,MOS,Company\n";

/** Invites someone with a profile, and waits for their link. */
async function invited(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`;
  await stage.invite(`${head}${email},${firstName},Doe,2012,CPT,Aviation,15A,Northfield\n`);
  const mailed = async () => (await stage.mailsTo(email)).join();
  await expect.poll(mailed, { timeout: 20_000 }).toContain("/invitation");
  const [link = ""] = /https?:\S+\/invitation\S+/.exec(await mailed()) ?? [];
  return link;
}

describe.skipIf(chromiumPath === undefined)(`joining and leaving ${browserTests}`, () => {
  openStageFirst({}, (opened) => stage = opened);

  it.each<[string, string, BrowserContextOptions]>([
    ["with script", "Pat", {}],
    ["without script", "Kim", { javaScriptEnabled: false }],
  ])("an invitation is accepted with the keyboard alone, %s", slowly, async (_, name, options) => {
    const link = await invited(name);
    const page = await (await stage.visitor({ ...phone, ...options })).newPage();
    const complaints = complaintsOf(page);
    await page.goto(link);
    await page.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
    await tabTo(page, "Username");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("pa");
    await tabTo(page, "Password");
    await page.keyboard.type("short");
    await page.keyboard.press("Enter");

    const summary = page.getByRole("alert");
    await expect.poll(() => summary.locator("a").allTextContents()).toEqual([
      "Username must be at least 3 characters",
      "Password must be at least 6 characters",
      "Passwords don't match",
    ]);
    await expect.poll(() => summary.evaluate((it) => it === document.activeElement)).toBe(true);
    await tabTo(page, "Password must be at least 6 characters");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Password");
    await page.keyboard.type("long enough");
    await tabTo(page, "Confirm Password");
    await page.keyboard.type("long enough");
    await tabTo(page, "Username", "Shift+Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(`${name}.doe`);
    await tabTo(page, /^Show my profile in the directory/);
    await page.keyboard.press("Space");
    await tabTo(page, "Accept Invitation");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/profile");
    const own = await (await page.request.get("/api/profile/me")).json();
    expect(own).toMatchObject({ company: "Northfield", isVisible: true });
    expect(complaints).toEqual([]);
  });

  it(
    "an invitation has nothing that axe objects to, and fits, in each of its states",
    slowly,
    async () => {
      const link = await invited("Lee");
      const page = await (await stage.visitor(phone)).newPage();
      await page.goto(link);
      expect(["asking", await faults(page)]).toEqual(["asking", []]);
      await page.getByRole("button", { name: "Accept Invitation" }).click();
      await page.getByRole("alert").waitFor();
      expect(["refused", await faults(page)]).toEqual(["refused", []]);
      await page.getByRole("button", { name: "Decline and Delete" }).click();
      await page.getByRole("heading", { name: "Invitation Declined" }).waitFor();
      expect(["declined", await faults(page)]).toEqual(["declined", []]);
      await page.goto(link);
      await page.getByRole("heading", { name: "Invalid Invitation" }).waitFor();
      expect(["invalid", await faults(page)]).toEqual(["invalid", []]);
    },
  );

  it("an applicant waits until staff approve them", slowly, async () => {
    const environment = { ADMISSION: "approved", CADRE_CODE: "a code" };
    const own = await openStage({ environment });
    try {
      const staff = await (await own.visitor(phone)).newPage();
      const stan = { username: "stan", firstName: "Stan", lastName: "Okafor" };
      const code = { role: "cadre", cadreCode: "a code" } as const;
      await signUp(staff.context(), own.origin, { ...stan, ...code });
      await staff.goto("/");
      await staff.getByRole("heading", { name: "Confirm your email address" }).waitFor();
      expect(["waiting", await faults(staff)]).toEqual(["waiting", []]);
      const mailed = async () => (await own.mailsTo("stan@example.edu")).join();
      await expect.poll(mailed, { timeout: 20_000 }).toContain("/verify-email");
      await staff.goto(/https?:\S+\/verify-email\S+/.exec(await mailed())?.[0] ?? "");
      await staff.getByRole("button", { name: /^Confirm/ }).click();
      await staff.getByText(/confirmed/i).first().waitFor();

      const visitor = await own.visitor({ ...phone, javaScriptEnabled: false });
      const wanda = { username: "wanda", firstName: "Wanda", lastName: "Reed" };
      await signUp(visitor, own.origin, { ...wanda, role: "alumni" });
      const waiting = await visitor.newPage();
      await waiting.goto("/directory");
      await waiting.getByRole("heading", { name: "Your registration is waiting for approval" })
        .waitFor();

      await staff.goto("/");
      await staff.getByRole("link", { name: "See who's waiting" }).click();
      await staff.getByText("Decline", { exact: false }).first().click();
      expect(["people", await faults(staff)]).toEqual(["people", []]);
      await staff.getByRole("button", { name: "Approve: Wanda Reed" }).click();
      await staff.getByText("Nothing is waiting.").waitFor();
      await staff.getByRole("link", { name: "Reports" }).click();
      expect(["reports", await faults(staff)]).toEqual(["reports", []]);

      await waiting.goto("/directory");
      await waiting.getByRole("heading", { name: "Directory" }).waitFor();
    } finally {
      await own.close();
    }
  });

  it.each<[string, string, BrowserContextOptions]>([
    ["with script", "dana", {}],
    ["without script", "casey", { javaScriptEnabled: false }],
  ])("leaves a receipt, with the keyboard alone, %s", slowly, async (_, username, options) => {
    const visitor = await stage.visitor({ ...phone, ...options });
    const person = { username, firstName: "Dana", lastName: "Whitfield", role: "alumni" } as const;
    await signUp(visitor, stage.origin, person);
    await publish(visitor, stage.origin);
    const page = await visitor.newPage();
    await page.goto("/profile?tab=privacy");
    if (options.javaScriptEnabled !== false) await ready(page);
    await tabTo(page, "Delete Account");
    await page.keyboard.press("Enter");
    await page.getByText("You can't undo this").first().waitFor();
    await tabTo(page, "Delete Account");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /receipt/i }).waitFor();
    await tabTo(page, /receipt/i);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Receipt for Your Deleted Account" }).waitFor();
    await tabTo(page, "Save Receipt");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    expect(file.suggestedFilename()).toBe("erasure-receipt.txt");
    if (options.javaScriptEnabled !== false) expect(await faults(page)).toEqual([]);
    await tabTo(page, "Go to Home");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Login" }).waitFor();
  });
});
