import { expect, it } from "vitest";
import { describeInBrowser } from "../testing/browser.ts";
import { examined, expectFine, expectFineAtBothSizes, phone } from "./faults.ts";
import { open } from "./page.ts";
import { type MemberOptions, stageForTests } from "./product.ts";

const stage = stageForTests({ environment: { CADRE_CODE: "a code" } });

const openAs = async (member: MemberOptions) =>
  await open((await stage.member({ lastName: "Okafor", ...examined, ...member })).page, "/");

describeInBrowser("Home of a new program", () => {
  it("leads staff through the set-up list, with only a keyboard", async () => {
    const page = await openAs({ role: "cadre", cadreCode: "a code", ...phone });
    await page.getByRole("heading", { name: "Set up your directory: 0 of 10 done" }).waitFor();
    await expectFineAtBothSizes(page, "home-staff");
    for (const [count, name] of ["Keep the default color", "Keep who gets in as it is"].entries()) {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: `${count + 1} of 10 done` }).waitFor();
    }
    const list = page.getByRole("region", { name: /Set up your directory/ });
    const addresses = await list.getByRole("link").evaluateAll((links) =>
      links.map((link) => (link as HTMLAnchorElement).href)
    );
    expect(addresses).toHaveLength(10);
    for (const address of addresses) {
      const answer = await page.request.get(address);
      expect([address, answer.status()]).toEqual([address, 200]);
      const id = new URL(address).hash.slice(1);
      if (id !== "") expect(await answer.text(), address).toContain(` id="${id}"`);
    }
    await page.goto("/program/setup");
    await expectFineAtBothSizes(page, "setup");
  });

  it("tells cadets and alumni that there is no one yet, with a next step", async () => {
    const cadet = await openAs({ role: "cadet", ...phone });
    await expectFine(cadet, "home-cadet");
    await cadet.getByRole("link", { name: "Browse everyone" }).click();
    await cadet.waitForURL("**/directory");
    const alum = await openAs(phone);
    await expectFineAtBothSizes(alum, "home-alumni");
    await alum.getByRole("link", { name: "Create your profile" }).click();
    await alum.waitForURL("**/profile/edit");
  });

  it.each([true, false])(
    "lets alumni show a hidden profile and take requests with one press each; with script: %s",
    async (javaScriptEnabled) => {
      const alum = await openAs({ ...phone, javaScriptEnabled, profile: { isVisible: false } });
      await stage.submit(alum.context(), "/mentoring", { capacity: "3" });
      await alum.reload();
      await expectFineAtBothSizes(alum, "home-hidden");
      await alum.getByRole("button", { name: "Show my profile" }).click();
      await alum.getByRole("heading", { name: "you aren't taking requests" }).waitFor();
      await alum.getByRole("button", { name: "Take requests" }).click();
      await alum.getByRole("heading", { name: "Cadets can find you now" }).waitFor();
      await expectFine(alum, "home-new");
    },
  );

  it("starts with waiting requests for alumni, and then with the results of their help", async () => {
    const { page, id, visitor } = await stage.member({
      ...examined,
      ...phone,
      profile: { helpTopics: ["Networking"] },
    });
    const asked = await stage.askedOf(id);
    await open(page, "/");
    await page.getByRole("heading", { name: "Casey Nguyen asks for your help" }).waitFor();
    await expectFineAtBothSizes(page, "home-asked");
    await page.getByRole("link", { name: "Read and Answer" }).click();
    await page.waitForURL(`**/connections/${asked}#latest`);
    await stage.act(visitor, asked, "accept", { note: "Gladly." });
    await open(page, "/");
    await page.getByRole("heading", { name: "You answered 1 cadet" }).waitFor();
    await expectFine(page, "home-answered");
  });
});
