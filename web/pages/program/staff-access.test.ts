import { describe, expect, it } from "vitest";
import { passwordGivenLongAgo } from "../../../api/testing/password-given-long-ago.ts";
import { confirmAddress } from "../../../api/testing/connected.ts";
import { staffSite, textOf } from "../../testing/staff-site.ts";

/** Stan and Sam, who are staff, and Kim, who is not. */
async function given() {
  const site = await staffSite();
  const { testApp, send } = site;
  const sam = await site.staff("Sam", { lastName: "Ortiz" });
  const kim = await testApp.member({ firstName: "Kim", lastName: "Lee", role: "alumni" });
  await confirmAddress(testApp, kim.memberId);
  await testApp.settled();
  const post = (who: { session(): string | undefined }, form: Readonly<Record<string, string>>) =>
    send(`/program/everybody/${kim.memberId}`, form, who.session());
  const isStaff = () => testApp.product.program.isStaff(kim.memberId);
  let read = testApp.mails.length;
  /** Mails since the last call: the reader's first name, the subject and the sentence. */
  const mailed = async () => {
    await testApp.sendMail();
    const mails = testApp.mails.slice(read);
    read = testApp.mails.length;
    return mails
      .map(({ text }) => {
        const [hello = "", says = ""] = text.split("\n\n");
        return `${hello.replace(/Hello (.*),/, "$1")}: ${says}`;
      })
      .toSorted();
  };
  return { ...site, sam, kim, post, isStaff, mailed };
}

describe("approving someone who registered on their own", () => {
  it("is offered once, logged, and sends no mail", async () => {
    const { stan, kim, post, mailed, read } = await given();
    const page = async () =>
      (await read(`/program/everybody/${kim.memberId}`, stan.session())).html;
    await mailed();
    expect(await page()).toContain("Approve as someone you know");
    expect((await post(stan, { does: "accept", seen: "in" })).status).toBe(303);
    expect(await page()).not.toContain("Approve as someone you know");
    expect(textOf(await page())).toContain("Stan Doe approved");
    expect(await mailed()).toEqual([]);
  });
});

describe("staff access", () => {
  it("asks for the password before each change, without script, and then continues", async () => {
    const { testApp, stan, kim, post, isStaff, read } = await given();
    for (const does of ["grant-cadre", "unconfirm-cadre", "confirm-cadre", "take-cadre"]) {
      const before = await isStaff();
      await passwordGivenLongAgo(testApp);
      const form: Record<string, string> = { does, role: "alumni" };
      const { status, html } = await post(stan, form);
      expect([status, await isStaff()]).toEqual([403, before]);
      expect(html).toContain("Confirm it&#x27;s you");
      expect(html).toMatch(new RegExp(`<input[^>]* name="does" value="${does}"`));
      const wrong = await post(stan, { ...form, confirmedBy: "a wrong one" });
      expect([wrong.status, await isStaff()]).toEqual([422, before]);
      const done = await post(stan, { ...form, confirmedBy: "correct horse" });
      expect([done.status, await isStaff()]).toEqual([303, !before]);
      expect((await read(`/program/everybody/${kim.memberId}`, stan.session())).status).toBe(200);
    }
  });

  it("shows the password question to no one else", async () => {
    const { testApp, kim, post } = await given();
    await passwordGivenLongAgo(testApp);
    expect((await post(kim, { does: "grant-cadre" })).status).toBe(404);
  });

  it("is mailed to the person and to all other staff, one mail each, with advice if it is wrong", async () => {
    const { testApp, stan, kim, post, mailed } = await given();
    const told = async (form: Readonly<Record<string, string>>) => {
      await post(stan, form);
      return await mailed();
    };
    expect(await told({ does: "grant-cadre" })).toEqual([
      "Kim: Stan Doe gave you staff access. You can now approve people, handle reports and change " +
      "the program's settings.",
      "Sam: Stan Doe gave Kim Lee staff access.",
    ]);
    const mail = testApp.mails.findLast(({ text }) => text.startsWith("Hello Sam"));
    expect(mail?.subject).toBe("Staff access was given on TCU Army ROTC Alumni Connect");
    expect(mail?.text).toContain(`/program/everybody/${kim.memberId}`);
    expect(mail?.text).toContain("If you don't expect this");
    expect(await told({ does: "grant-cadre" })).toEqual([]);
    expect(await told({ does: "unconfirm-cadre" })).toEqual([
      "Kim: Stan Doe removed your staff access.",
      "Sam: Stan Doe removed Kim Lee's staff access.",
    ]);
    expect(await told({ does: "take-cadre", role: "cadet" })).toEqual([
      "Kim: Stan Doe changed your role to Cadet.",
      "Sam: Stan Doe changed Kim Lee's role to Cadet.",
    ]);
    expect(await told({ does: "grant-cadre" })).toHaveLength(2);
    expect(await told({ does: "take-cadre", role: "alumni" })).toEqual([
      "Kim: Stan Doe removed your staff access. Your role is now Alumni.",
      "Sam: Stan Doe removed Kim Lee's staff access. Their role is now Alumni.",
    ]);
  });

  it("is announced in one mail to an applicant whom it approves", async () => {
    const { testApp, stan, send, mailed } = await given();
    const approved = { does: "admission", admission: "approved" };
    expect((await send("/program/settings", approved, stan.session())).status).toBe(303);
    const lou = await testApp.member({ firstName: "Lou", role: "alumni" });
    await confirmAddress(testApp, lou.memberId);
    await mailed();
    const form = { does: "grant-cadre" };
    await send(`/program/everybody/${lou.memberId}`, form, stan.session());
    expect((await mailed()).map((mail) => mail.split(":")[0])).toEqual(["Lou", "Sam"]);
  });

  it("is removed on its own page, which says who gets an email", async () => {
    const { stan, sam, kim, post, read, isStaff } = await given();
    await post(stan, { does: "grant-cadre" });
    const list = (await read("/program", stan.session())).html;
    expect(textOf(list)).toMatch(/Kim Lee Since \w+ \d+, \d+ Remove staff access/);
    const path = `/program/everybody/${kim.memberId}/staff-access`;
    expect(list).toContain(`href="${path}" aria-label="Remove staff access: Kim Lee"`);
    const asked = textOf((await read(path, stan.session())).html);
    expect(asked).toContain("Remove Kim Lee&#x27;s staff access?");
    expect(asked).toContain(
      "We&#x27;ll email them and 1 other staff member. Staff can also see it",
    );
    expect(await isStaff()).toBe(true);
    const own = `/program/everybody/${stan.memberId}/staff-access`;
    expect(textOf((await read(own, stan.session())).html)).toContain(
      "Only another staff member can give you access again. We&#x27;ll email you and 2 other staff members.",
    );
    await post(stan, { does: "unconfirm-cadre" });
    expect((await read(path, stan.session())).status).toBe(302);
    expect((await read(path, kim.session())).status).toBe(404);
    expect((await read(path, sam.session())).status).toBe(302);
  });

  it("can't be removed from the only staff member", async () => {
    const { page, stan } = await staffSite();
    for (const end of ["", "/staff-access"]) {
      const html = await page(`/program/everybody/${stan.memberId}${end}`);
      expect(textOf(html)).toContain(
        "You&#x27;re the only staff member. To leave, give someone else",
      );
      expect(html).not.toContain("unconfirm-cadre");
      expect(html).not.toContain("take-cadre");
    }
  });
});
