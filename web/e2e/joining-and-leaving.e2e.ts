import type { BrowserContextOptions, Locator } from "playwright-core";
import { expect, it } from "vitest";
import { complaintsOf, describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, phone } from "./faults.ts";
import { focused, tabTo } from "./keys.ts";
import { fetchJson, open } from "./page.ts";
import { Stage, stageForTests } from "./product.ts";

const stage = stageForTests();

const head = "Email,First name,Last name,Class year,Rank,Branch,Company\n";

/** Invites a person with a profile, and waits for their link. */
async function invited(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`;
  await stage.invite(`${head}${email},${firstName},Doe,2012,CPT,Aviation,Northfield\n`);
  return await stage.mailedLink(email, "/invitation");
}

describeInBrowser("joining and leaving", () => {
  it.each<[string, string, BrowserContextOptions]>([
    ["with script", "Pat", {}],
    ["without script", "Kim", { javaScriptEnabled: false }],
  ])("an invitation is accepted with the keyboard alone, %s", async (_, name, options) => {
    const link = await invited(name);
    const page = await stage.page({ ...phone, ...examined, ...options });
    const complaints = complaintsOf(page);
    await page.goto(link);
    await page.getByRole("heading", { name: `Welcome, ${name}` }).waitFor();
    await tabTo(page, "Job Title");
    await page.keyboard.type("Planner");
    await page.keyboard.press("Enter");

    const summary = page.getByRole("alert");
    await expect.poll(() => summary.locator("a").allTextContents()).toEqual(["MOS is required"]);
    await expect.poll(() => summary.evaluate((it) => it === document.activeElement)).toBe(true);
    await tabTo(page, "MOS is required");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("MOS");
    await page.keyboard.type("15A");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
    await tabTo(page, "Show me to cadets");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${stage.origin}/`);
    const own = await fetchJson(page, "/api/profile/me");
    expect(own).toMatchObject({ company: "Northfield", jobTitle: "Planner", isVisible: true });
    expect(complaints).toEqual([]);
  });

  it(
    "shows an invitation that fits, without axe violations, in each of its states",
    async () => {
      const link = await invited("Lee");
      const page = await stage.page({ ...phone, ...examined });
      await page.goto(link);
      await expectFine(page, "asking");
      const see = page.getByRole("button", { name: "See what cadets would see" });
      await see.click();
      await page.getByRole("alert").waitFor();
      await expectFine(page, "refused");
      await page.getByLabel("MOS").fill("15A");
      await see.click();
      await page.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
      await expectFine(page, "seeing");
      await page.getByRole("button", { name: "Change something" }).click();
      await page.getByRole("button", { name: "Decline and Delete" }).click();
      await page.getByRole("heading", { name: "Invitation Declined" }).waitFor();
      await expectFine(page, "declined");
      await page.goto(link);
      await page.getByRole("heading", { name: "Invalid Invitation" }).waitFor();
      await expectFine(page, "invalid");
    },
  );

  it("brings an alumnus on a phone to Home, six taps after opening the mail", async () => {
    const link = await invited("Noa");
    const page = await stage.page({ ...phone, ...examined, hasTouch: true });
    const complaints = complaintsOf(page);
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.tap();
      taps++;
    };
    const button = (name: string) => page.getByRole("button", { name });
    await page.setContent(`<a href="${link}">See your invitation</a>`);
    await tap(page.getByRole("link"));
    await page.getByRole("heading", { name: "Welcome, Noa" }).waitFor();
    expect(await page.getByLabel("Company", { exact: true }).inputValue()).toBe("Northfield");
    // Typed values survive a reload.
    await page.getByLabel("MOS").fill("15A");
    await tap(page.getByText("Branch Selection"));
    await page.reload();
    await expect.poll(() => page.getByLabel("MOS").inputValue()).toBe("15A");
    await expect.poll(() => page.getByLabel("Branch Selection").isChecked()).toBe(true);
    await tap(page.getByText("Ranger School"));
    await tap(button("See what cadets would see"));
    await page.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
    // They also survive here, and when going back and forth.
    await page.reload();
    await page.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel("MOS").inputValue()).toBe("15A");
    await page.goForward();
    await page.getByRole("heading", { name: "This is what cadets would see" }).waitFor();
    await tap(button("Not yet"));
    await page.waitForURL(`${stage.origin}/`);
    await page.getByText("Cadets can't find you yet").waitFor();
    await expectFine(page, "home, not shown");
    await tap(button("Show me to cadets"));
    await expect.poll(() => page.getByText("Cadets can't find you yet").count()).toBe(0);
    expect(taps).toBe(6);
    const own = await fetchJson(page, "/api/profile/me");
    expect(own).toMatchObject({ isVisible: true, mos: "15A" });
    expect(complaints).toEqual([]);
  });

  it("keeps an applicant waiting until staff approve them", async () => {
    const environment = { CADRE_CODE: "a code" };
    const own = await new Stage({ environment }).open();
    try {
      await own.setAsStaff({ does: "admission", admission: "approved" });
      const code = { role: "cadre", cadreCode: "a code" } as const;
      const { page: staff, username } = await own.member({ ...code, ...phone, ...examined });
      await staff.goto("/");
      await staff.getByRole("heading", { name: "Confirm your email address" }).waitFor();
      await expectFine(staff, "waiting");
      await staff.goto(await own.mailedLink(`${username}@example.edu`, "/verify-email"));
      await staff.getByRole("button", { name: /^Confirm/ }).click();
      await staff.getByText(/confirmed/i).first().waitFor();

      const wanda = { firstName: "Wanda", ...phone, javaScriptEnabled: false };
      const { page: waiting } = await own.member(wanda);
      await waiting.goto("/directory");
      await waiting.getByRole("heading", { name: "Your registration is waiting for approval" })
        .waitFor();
      for (const firstName of ["Will", "Wes"]) await own.member({ firstName });

      await staff.goto("/");
      await staff.getByRole("link", { name: "See who's waiting" }).click();
      await staff.getByText("Decline", { exact: false }).first().click();
      await expectFine(staff, "people");
      // Approve one after the other: the next one's button has the focus.
      for (const rest of [2, 1, 0]) {
        if (rest === 2) await staff.getByRole("button", { name: /^Approve: / }).first().focus();
        await staff.keyboard.press("Enter");
        const approve = staff.getByRole("button", { name: /^Approve: / });
        await expect.poll(() => approve.count()).toBe(rest);
        if (rest > 0) await expect.poll(() => focused(staff)).toMatch(/^Approve/);
      }
      await staff.getByText("Nothing is waiting.").waitFor();
      await staff.getByText(/^Program: /).click();
      await staff.getByRole("link", { name: "Reports" }).click();
      await staff.waitForURL("**/program/reports");
      await expectFine(staff, "reports");

      await waiting.goto("/directory");
      await waiting.getByRole("heading", { name: "Directory" }).waitFor();
    } finally {
      await own.close();
    }
  });

  it.each<[string, BrowserContextOptions]>([
    ["with script", {}],
    ["without script", { javaScriptEnabled: false }],
  ])("deletes an account with the keyboard alone, %s", async (_, options) => {
    const { page } = await stage.member({ profile: {}, ...phone, ...examined, ...options });
    await open(page, "/profile");
    await tabTo(page, "Delete Account");
    await page.keyboard.press("Enter");
    await page.getByText("You can't undo this").first().waitFor();
    await tabTo(page, "Delete Account");
    await page.keyboard.press("Enter");
    await page.getByText("Your account has been permanently deleted.").first().waitFor();
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await expectFine(page);
  });
});
