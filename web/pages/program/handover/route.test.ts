import { describe, expect, it } from "vitest";
import { noteChecked } from "../../../../api/backup/backups.ts";
import { keepSecret } from "../../../../events/store/secrets.ts";
import { confirmAddress } from "../../../../api/testing/connected.ts";
import type { RealSiteOptions } from "../../../testing/real-site.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";
import { linkTo } from "../../../testing/read-html.ts";

const path = "/program/handover";

async function given(options: RealSiteOptions = {}) {
  const site = await staffSite(options);
  return {
    ...site,
    html: () => site.page(path),
    text: async () => textOf(await site.page(path)).replaceAll("&#x27;", "'"),
  };
}

describe("/program/handover", () => {
  it("is for staff, who come to it from Settings, History and the set-up list", async () => {
    const { page, html, person, read } = await given();
    for (const from of ["/program/settings", "/program/history", "/program/setup"]) {
      expect([from, linkTo(await page(from), /handover page/)]).toEqual([from, path]);
    }
    expect(linkTo(await html(), /Settings$/)).toBe("/program/settings");
    expect(await html()).toContain("Who has staff access");
    const kim = await person("Kim", "cadet");
    for (const session of [kim.session(), undefined]) {
      expect((await read(path, session)).html).not.toContain("Who has staff access");
    }
  });

  it("names who has staff access, since when and from whom, with a way to change it", async () => {
    const { stan, staff, post, text, html, page, testApp, read } = await given();
    expectTexts(await text(), ["Stan Doe (you)", "The cadre code"]);
    const kim = await testApp.member({ firstName: "Kim", lastName: "Lee", role: "alumni" });
    await confirmAddress(testApp, kim.memberId);
    await staff("Sam", { lastName: "Ortiz" });
    expect(await text()).not.toContain("Kim Lee");
    const access = { does: "grant-cadre", confirmedBy: "correct horse" };
    expect((await post(`/program/everybody/${kim.memberId}`, access)).status).toBe(303);
    expect(await text()).toMatch(
      /Kim Lee Since \w+ \d+, 20\d\d[^.]*? Given by: Stan Doe/,
    );
    const whereToChange = linkTo(await html(), /Change who has staff access/) ?? "";
    expect(await page(whereToChange)).toContain(`/program/everybody/${kim.memberId}/staff-access`);
    // An account that is deleted gave it all the same.
    expect((await stan.delete("/api/account")).status).toBe(204);
    await testApp.settled();
    expect(textOf((await read(path, kim.session())).html))
      .toMatch(/Kim Lee \(you\) [^.]*? Someone whose account is deleted/);
  });

  it("says what waits, how mail is, and what is switched how, as it is now", async () => {
    const { post, set, text, testApp } = await given({ cadreCode: "code" });
    expectTexts(await text(), [
      "Nothing is waiting.",
      "The person who runs this service set up mail on the server, with SMTP_URL",
      "People answer on the site, by the links in our emails.",
      "Who gets in Everyone",
      "Email domains that need no approval None",
      "Cadre code Set on the server",
      "Steps for staff to sign in One",
      "Limits that differ None",
      "Announcement None",
    ]);
    const confirmedBy = "correct horse";
    await set({
      does: "admission",
      admission: "approved",
      admissionDomains: "example.edu",
      confirmedBy,
    });
    await set({ does: "limits", openRequests: "3", requestsAWeek: "10" });
    await set({ does: "announce", text: "Dinner", until: "2027-05-01" });
    await testApp.member({ firstName: "Pat", lastName: "Reed", role: "cadet" });
    await post("/program/invitations", {
      ...{ does: "invite", firstName: "Kim", lastName: "Lee" },
      email: "kim@example.com",
    });
    const after = await text();
    expectTexts(after, [
      "1 person is waiting for approval",
      "1 invitation hasn't been sent",
      "Who gets in Approved by staff",
      "Email domains that need no approval example.edu",
      "Open requests per member: 3 (usually 5)",
      "Announcement Until May 1, 2027",
    ], ["New requests per member per week", "Dinner", "kim@example.com"]);
  });

  it("says when the last backup was made, whether a restore was tried, and whether the secret is printed", async () => {
    const { post, text, testApp } = await given();
    await post("/program/setup", { does: "back-up" });
    await testApp.settled();
    expectTexts(await text(), [
      "In a folder of this computer",
      "No one has tried yet whether the printed secret opens a backup.",
      "Your backups can't be opened without this. Print your secret",
    ]);
    await keepSecret(testApp.database, new Date());
    const [at, madeAt] = [new Date("2026-11-20T15:00:00Z"), new Date("2026-11-19T03:00:00Z")];
    await noteChecked(testApp.database, { at, madeAt });
    const after = await text();
    expect(after).toMatch(/Last backup \w+ \d+, 20\d\d, [\d:]+ [AP]M UTC/);
    expectTexts(after, [
      "Someone last tried on Nov 20, 2026, 3:00 PM UTC whether a backup can be restored.",
      "the backup of Nov 19, 2026, 3:00 AM UTC",
      "The secret that opens them is printed.",
    ], ["Print your secret"]);
    // The next backup doesn't forget it.
    await post("/program/setup", { does: "back-up" });
    await testApp.settled();
    expect(await text()).toContain("Someone last tried on Nov 20, 2026");
  });

  it("lists what to hand over in person, with this program's own addresses", async () => {
    const { text, set } = await given();
    await set({ does: "support", supportEmail: "help@example.edu", confirmedBy: "correct horse" });
    expectTexts(await text(), [
      "The printed sheet with the secret, and where it is kept.",
      "The mailbox of help@example.edu, and who reads it.",
      "The cadre code: have it changed on the server when someone leaves.",
    ]);
  });
});
