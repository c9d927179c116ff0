import { describe, expect, it } from "vitest";
import type { OfferCommand } from "../../../events/invitations/offer.ts";
import { aMember, aProfile, invitedByList } from "../../testing/members.ts";
import { createTestSite, origin } from "../../testing/site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { factsOf, linkTo, textsOf } from "../../testing/read-html.ts";

const email = "pat@example.com";
const tbd = { name: "classYear", text: "TBD", takenAs: null };
const offer: OfferCommand = {
  type: "OfferDetails",
  fields: { rank: "MAJ", company: "Hawkline" },
  cells: [tbd, { name: "rank", text: "Maj.", takenAs: "MAJ" }],
  addresses: [email],
};
const form = { token: "a token", company: "Hawkline", does: "hide" };
const rest = { classYear: "2007", armyBranch: "Aviation", mos: "15A" };

/** A person with these details on the program's list. */
async function given(names = { firstName: "Pat", lastName: "Doe" }, listed = offer) {
  const member = aMember({
    ...names,
    memberId: "pat",
    email,
    role: "alumni",
    invitation: invitedByList,
  });
  const site = await createTestSite({ members: [member] });
  await site.execute("pat", listed);
  await site.issue("invitation", "a token", member);
  return {
    ...site,
    accept: (more: Readonly<Record<string, string>> = {}) =>
      site.send("/invitation", { ...form, ...more }),
    open: () => site.page("/invitation?token=a%20token"),
    profile: async () => (await site.stored("pat"))?.profile,
  };
}

describe("an invitation with too few details for a profile", () => {
  it("asks for missing details, shows the list's text, and fills in the rest", async () => {
    const { open } = await given();
    const html = await open();
    expect(factsOf(html)).toEqual([
      ["Rank", expect.stringMatching(/^MAJYour program's list said “Maj.”, which we read as MAJ/)],
    ]);
    expect(html).toMatch(
      /name="company"[^>]* value="Hawkline"|value="Hawkline"[^>]* name="company"/,
    );
    expect(html).toMatch(/id="invitation-classYear-hint"[^>]*>Your program&#x27;s list said “TBD”/);
    for (const name of ["classYear", "armyBranch", "mos"]) expect(html).toContain(`name="${name}"`);
    for (const name of ["rank", "firstName"]) expect(html).not.toContain(`name="${name}"`);
  });

  it("never shows a former name unless its owner chooses to, whatever the answer", async () => {
    const listed = { ...offer, fields: { ...offer.fields, ...rest, formerName: "Smithers" } };
    for (const does of ["show", "hide"]) {
      const { accept, profile, send, open } = await given(undefined, listed);
      expect(await open()).toContain("Smithers");
      const look = await send("/invitation", { ...form, does: "see" });
      expect(look.status).toBe(303);
      await accept({ does });
      expect(await profile()).toMatchObject({
        formerName: "Smithers",
        isVisible: does === "show",
        sharedFields: { formerName: false },
      });
    }
  });

  it("keeps incomplete details in the profile form, which says what was left out", async () => {
    const { accept, profile, page, product, signIn } = await given();
    expect((await accept({ armyBranch: "Aviation", does: "later" })).location)
      .toBe("/profile/edit");
    expect(await profile()).toBeNull();
    await signIn("pat");
    const html = await page("/profile/edit", "pat");
    expectTexts(html, ["From your program&#x27;s list", "Your program&#x27;s list said “TBD”"]);
    expect(html).toMatch(/value="Hawkline"/);
    expect(html).toMatch(/<option value="Aviation" selected="">/);
    expect(html).toMatch(/<option value="MAJ" selected="">/);
    expect(html).toContain(`name="primaryEmail" value="${email}"`);
    expect(await page("/profile", "pat")).toContain("Review what it says");

    await product.profiles.create("pat", { ...rest, rank: "MAJ", primaryEmail: email }, origin);
    expect(await page("/profile/edit", "pat")).not.toContain("From your program");
    expect(await page("/profile", "pat")).not.toContain("Review what it says");
  });

  it("reports invalid values, stays valid, and keeps the profile hidden", async () => {
    const { accept, profile } = await given();
    const { status, html } = await accept({ ...rest, classYear: "1066", does: "see" });
    expect(status).toBe(422);
    expect(linkTo(html, /^Class year must be a year from 1900/)).toBe("#invitation-classYear");
    expect(html).toContain('value="1066"');
    const missing = await accept({ ...rest, mos: "", does: "show" });
    expectAnswer(missing, 422, "MOS is required</a>");
    expect(await profile()).toBeNull();
    expect((await accept(rest)).status).toBe(303);
    expect(await profile()).toMatchObject({ ...rest, company: "Hawkline", isVisible: false });
  });

  it("is corrected by typed values, including emptied fields", async () => {
    const { accept, profile } = await given();
    expect((await accept({ ...rest, company: "" })).status).toBe(303);
    expect(await profile()).toMatchObject({ company: null, rank: "MAJ" });
  });

  it("asks for a name if the list had none, with the form's labels", async () => {
    const { open, accept, stored } = await given({ firstName: "", lastName: "Doe" });
    expect(await open()).toContain(">Welcome</h1>");
    const answer = await accept({ ...rest, firstName: " ", lastName: "" });
    expectAnswer(answer, 422, "First name is required</a>", "Last name is required</a>");
    expect((await accept(rest)).html).toContain("First name is required");
    expect((await accept({ ...rest, firstName: "Pat", lastName: "Doe" })).status).toBe(303);
    expect(await stored("pat")).toMatchObject({ firstName: "Pat" });
  });

  it("deletes all details when it is declined", async () => {
    const { send, testApp } = await given();
    await send("/invitation/decline", { token: "a token" });
    const left = await testApp.database.read("SELECT sealed FROM members");
    expect(left).toEqual([{ sealed: null }]);
    expect(await testApp.keys.isErased("pat")).toBe(true);
  });
});

describe("the list's details of a member with a profile", () => {
  /** Ada has a profile; the program's list has another company, and a school. */
  async function givenAda() {
    const ownFields = { ...rest, rank: "MAJ", company: "Acme", primaryEmail: email };
    const profile = aProfile({ ...ownFields, armySchools: [] });
    const site = await createTestSite({
      members: [
        aMember({ memberId: "ada", email, role: "alumni", profile }),
        aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true }),
      ],
    });
    const fields = { company: "Hawkline", armySchools: ["Airborne"], phoneNumber: "555-0177" };
    await site.execute("ada", { type: "OfferDetails", fields, cells: [], addresses: [email] });
    return {
      ...site,
      edit: () => site.page("/profile/edit", "ada"),
      answer: async (name: string, does: string) =>
        (await site.send("/profile/listed", { name, does }, "ada")).status,
      own: () => site.product.profiles.own("ada"),
    };
  }

  it("can be added or dismissed, and aren't offered again", async () => {
    const { edit, answer, own } = await givenAda();
    expect(await edit()).toContain("Your profile says Acme");
    expect(await answer("company", "add")).toBe(303);
    expect(await answer("phoneNumber", "dismiss")).toBe(303);
    expect(await own()).toMatchObject({ company: "Hawkline", phoneNumber: null, armySchools: [] });
    const html = await edit();
    const listed = textsOf(html, "strong");
    expect(listed).toContain("Army Schools");
    for (const name of ["Company", "Phone Number"]) expect(listed).not.toContain(name);
    // Sends the same forms again, and one for a detail that was not offered.
    for (const does of ["add", "dismiss"]) expect(await answer("company", does)).toBe(303);
    expect(await answer("isVisible", "add")).toBe(303);
    expect(await answer("armySchools", "add")).toBe(303);
    expect(await own()).toMatchObject({ company: "Hawkline", armySchools: ["Airborne"] });
    expect(await edit()).not.toContain("From your program");
  });

  it("aren't shown to anyone else, including staff", async () => {
    const { page } = await givenAda();
    const paths = [
      "/alumni/ada",
      "/alumni",
      "/program/everybody/ada",
      "/program/history",
      "/program/everybody",
      "/profile/edit",
    ];
    for (const path of paths) {
      expectTexts(await page(path, "stan"), [], ["Hawkline", "555-0177"]);
    }
    expect(await page("/alumni/ada", "stan")).toContain("Acme");
    const found = JSON.parse(await page("/api/directory?search=Hawkline", "stan"));
    expect(found.total).toBe(0);
  });

  it("are erased with the member", async () => {
    const { testApp, execute, answer } = await givenAda();
    await execute("ada", { type: "Erase" });
    const rows = await testApp.database.read("SELECT sealed FROM members WHERE member_id = 'ada'");
    expect(rows).toEqual([{ sealed: null }]);
    const sealed = "SELECT * FROM personal WHERE member_id = 'ada'";
    expect(await testApp.database.read(sealed)).toEqual([]);
    expect(await answer("company", "add")).not.toBe(200);
  });
});
