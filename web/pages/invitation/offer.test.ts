import { describe, expect, it } from "vitest";
import type { OfferCommand } from "../../../events/invitations/offer.ts";
import { register } from "../../../events/testing/members.ts";
import { createTokens } from "../../../api/auth/tokens.ts";
import { importActor } from "../../../events/invitations/invitation.ts";
import { realSiteForTest } from "../../testing/real-site.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";

const cause = { actorId: importActor, correlationId: "import", causationId: "import" };
const email = "pat@example.com";
const tbd = { name: "classYear", text: "TBD", takenAs: null };
const offer: OfferCommand = {
  type: "OfferDetails",
  fields: { rank: "MAJ", company: "Raytheon" },
  cells: [tbd, { name: "rank", text: "Maj.", takenAs: "MAJ" }],
  addresses: [email],
};
const form = {
  token: "a token",
  username: "patdoe",
  newPassword: "a password of mine",
  confirmPassword: "a password of mine",
};
const rest = { classYear: "2007", armyBranch: "Aviation", mos: "15A" };

/** Someone of whom the program's list said this. */
async function given(names = { firstName: "Pat", lastName: "Doe" }, listed = offer) {
  const site = await realSiteForTest();
  const { testApp } = site;
  const work = {
    memberId: "pat",
    commands: [register({ ...names, email, username: "pat.doe" }), listed],
  };
  await testApp.members.executeAll([work], cause);
  const tokens = createTokens(testApp.databases.vault, () => new Date());
  await tokens.issue("invitation", "a token", "pat", email);
  const accept = async (more: Readonly<Record<string, string>> = {}) => {
    const answer = await site.send("/invitation", { ...form, ...more }, undefined);
    const session = /session=([^;]+)/.exec(answer.cookies ?? "")?.[1];
    return { ...answer, location: answer.location, session };
  };
  const open = async () => (await site.read("/invitation?token=a%20token")).html;
  const profile = async () => (await testApp.readModel.members.byId("pat"))?.profile;
  return { ...site, accept, open, profile };
}

describe("an invitation of a list that had too little for a profile", () => {
  it("shows what is known, and asks for the rest beside what the list said", async () => {
    const { open } = await given();
    const html = await open();
    expect(html).toMatch(/<dt>Rank<\/dt><dd>MAJ<span[^>]*>Your program&#x27;s list said “Maj.”/);
    expectTexts(html, ["which we read as MAJ", "<dd>Raytheon</dd>"]);
    expect(html).toMatch(/id="invitation-classYear-hint">Your program&#x27;s list said “TBD”/);
    for (const name of ["classYear", "armyBranch", "mos"]) expect(html).toContain(`name="${name}"`);
    for (const name of ["rank", "firstName"]) expect(html).not.toContain(`name="${name}"`);
  });

  it("keeps what is still too little in the profile form, which says what was left out", async () => {
    const { accept, profile, read, testApp } = await given();
    const { location, session } = await accept({ armyBranch: "Aviation" });
    expect(location).toBe("/profile/edit");
    expect(await profile()).toBeNull();
    const { html } = await read("/profile/edit", session);
    expectTexts(html, ["From your program&#x27;s list", "Your program&#x27;s list said “TBD”"]);
    expect(html).toMatch(/value="Raytheon"/);
    expect(html).toMatch(/<option value="Aviation" selected="">/);
    expect(html).toMatch(/<option value="MAJ" selected="">/);
    expect(html).toContain(`name="primaryEmail" value="${email}"`);
    expect((await read("/profile", session)).html).toContain("Review what it says");

    await testApp.product.profiles.create("pat", { ...rest, rank: "MAJ", primaryEmail: email }, {
      ip: "192.0.2.1",
      requestId: "test",
    });
    expect((await read("/profile/edit", session)).html).not.toContain("From your program");
    expect((await read("/profile", session)).html).not.toContain("Review what it says");
  });

  it("says what is wrong with what they typed, is not used up by it, and stays hidden", async () => {
    const { accept, profile } = await given();
    const { status, html } = await accept({ ...rest, classYear: "1066" });
    expect(status).toBe(400);
    expect(html).toMatch(/href="#invitation-classYear">Class year must be a year from 1900/);
    expect(html).toContain('value="1066"');
    expect((await accept(rest)).status).toBe(303);
    expect(await profile()).toMatchObject({ ...rest, company: "Raytheon", isVisible: false });
  });

  it("asks for a name where the list had none, in the form's words", async () => {
    const { open, accept, testApp } = await given({ firstName: "", lastName: "Doe" });
    expect(await open()).toContain(">Welcome</h1>");
    const answer = await accept({ firstName: " ", lastName: "" });
    expectAnswer(answer, 400, "First name is required</a>", "Last name is required</a>");
    expect((await accept()).html).toContain("First name is required");
    expect((await accept({ firstName: "Pat", lastName: "Doe" })).status).toBe(303);
    expect(await testApp.readModel.members.byId("pat")).toMatchObject({ firstName: "Pat" });
  });

  it("is declined with all of it", async () => {
    const { send, testApp } = await given();
    await send("/invitation/decline", { token: "a token" }, undefined);
    const left = await testApp.databases.read.read("SELECT record FROM members");
    expect(left).toEqual([{ record: null }]);
    expect(await testApp.databases.vault.read("SELECT * FROM member_keys")).toEqual([]);
  });
});

describe("what the list says of someone who has a profile", () => {
  /** Ada has a profile; the program's list has another company, and a school. */
  async function givenAda() {
    const site = await realSiteForTest();
    const ada = await site.testApp.member({ role: "alumni", email, username: "ada" });
    const ownFields = { ...rest, rank: "MAJ", company: "Acme", primaryEmail: email };
    await ada.post("/api/profile", ownFields);
    const fields = { company: "Raytheon", armySchools: ["Airborne"], phoneNumber: "555-0177" };
    await site.testApp.members.execute(
      ada.memberId,
      { type: "OfferDetails", fields, cells: [], addresses: [email] },
      cause,
    );
    await site.testApp.readModel.catchUp();
    const page = async () => (await site.read("/profile/edit", ada.session())).html;
    const answer = async (name: string, does: string) =>
      (await site.send("/profile/listed", { name, does }, ada.session())).status;
    const own = async () => await (await ada.get("/api/profile/me")).json();
    return { ...site, ada, page, answer, own };
  }

  it("is theirs to add or to dismiss, and is not offered again", async () => {
    const { page, answer, own } = await givenAda();
    expect(await page()).toContain("Your profile says Acme");
    expect(await answer("company", "add")).toBe(303);
    expect(await answer("phoneNumber", "dismiss")).toBe(303);
    expect(await own()).toMatchObject({ company: "Raytheon", phoneNumber: null, armySchools: [] });
    const html = await page();
    expect(html).toContain("<strong>Army Schools</strong>");
    expect(html).not.toContain("<strong>Company</strong>");
    expect(html).not.toContain("<strong>Phone Number</strong>");
    // The same forms again, and one of nothing that was offered.
    for (const does of ["add", "dismiss"]) expect(await answer("company", does)).toBe(303);
    expect(await answer("isVisible", "add")).toBe(303);
    expect(await answer("armySchools", "add")).toBe(303);
    expect(await own()).toMatchObject({ company: "Raytheon", armySchools: ["Airborne"] });
    expect(await page()).not.toContain("From your program");
  });

  it("is shown to no one else, staff included", async () => {
    const { read, testApp, ada } = await givenAda();
    const stan = await testApp.member({ role: "cadre" });
    await testApp.members.execute(
      stan.memberId,
      { type: "GrantCadre", by: "operator" },
      { ...cause, actorId: "operator" },
    );
    await testApp.readModel.catchUp();
    const paths = [
      `/alumni/${ada.memberId}`,
      "/alumni",
      `/program/everybody/${ada.memberId}`,
      "/program/history",
      "/program/everybody",
      "/profile/edit",
    ];
    for (const path of paths) {
      const { html } = await read(path, stan.session());
      expectTexts(html, [], ["Raytheon", "555-0177"]);
    }
    const { html } = await read(`/alumni/${ada.memberId}`, stan.session());
    expect(html).toContain("Acme");
    const found = await (await stan.get("/api/directory?search=Raytheon")).json();
    expect(found.total).toBe(0);
  });

  it("is gone when its member is erased", async () => {
    const { testApp, ada, answer } = await givenAda();
    await testApp.members.execute(ada.memberId, { type: "Erase" }, cause);
    await testApp.readModel.catchUp();
    const rows = await testApp.databases.read.read("SELECT record FROM members");
    expect(JSON.stringify(rows)).not.toContain("Raytheon");
    expect(await testApp.databases.events.read("SELECT * FROM sealed_payloads")).toEqual([]);
    expect(await answer("company", "add")).not.toBe(200);
  });
});
