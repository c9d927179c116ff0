import { describe, expect, it } from "vitest";
import { createFolderMail } from "../../../../api/mail/drivers/folder.ts";
import { confirmAddress } from "../../../../api/testing/connected.ts";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import { expectAnswer } from "../../../testing/expect-answer.ts";
import type { RealSiteOptions } from "../../../testing/real-site.ts";
import { staffSite } from "../../../testing/staff-site.ts";

const email = "pat@example.com";
const label = "Confirm their email address";
const ownAddress = "http://127.0.0.1:8000";
const publicOrigin = "https://alumni.example.edu";

/** Staff, and Pat, who has registered; without mail by default. */
async function given(options: RealSiteOptions = {}, hasMail = false) {
  const folder = await temporaryFolder();
  const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
  const mail = hasMail ? {} : { mail: createFolderMail({ folder, sender }) };
  const site = await staffSite({ appOrigin: publicOrigin, ...mail, ...options });
  await confirmAddress(site.testApp, site.stan.memberId);
  const pat = await site.testApp.member({ firstName: "Pat", email });
  const path = `/program/everybody/${pat.memberId}`;
  const confirm = (given = email, who = site.stan) =>
    site.post(path, { does: "confirm-address", email: given }, who);
  const isConfirmed = async () => (await (await pat.get("/api/user")).json()).emailVerified;
  return { ...site, pat, path, confirm, isConfirmed };
}

describe("an address that can't be confirmed by mail", () => {
  it("is confirmed by staff with one press, and shown in the history", async () => {
    const { page, pat, path, confirm, isConfirmed, testApp, stan } = await given();
    expect(await page("/profile", pat)).toContain("The program&#x27;s staff can confirm");
    expect(await page(path)).toContain(label);
    expect((await confirm()).status).toBe(303);
    expect(await isConfirmed()).toBe(true);
    const after = await page(path);
    expect(after).not.toContain(label);
    expect(after).not.toContain(email);
    const [entry] = (await testApp.product.program.history(stan.memberId)).entries;
    expect(entry).toMatchObject({
      does: "confirmed address",
      by: { firstName: "Stan" },
      about: { firstName: "Pat" },
    });
    expect(await page("/program/history")).toContain("email address");
    expect(await page("/profile", pat)).not.toContain("staff can confirm");
    // A second press changes nothing.
    expect((await confirm()).status).toBe(303);
  });

  it("isn't confirmed by members, nor if staff saw another address", async () => {
    const { pat, confirm, isConfirmed, staff } = await given();
    expect((await confirm(email, pat)).status).toBe(404);
    await pat.patch("/api/user", { email: "other@example.com" });
    expectAnswer(await confirm(), 409, "They have another email address now");
    expect((await confirm("")).status).toBe(409);
    expect(await isConfirmed()).toBe(false);
    expect((await confirm("other@example.com", await staff("Kim"))).status).toBe(303);
    expect(await isConfirmed()).toBe(true);
  });

  it.each(["suspend", "record-death"])(
    "isn't offered or confirmed after staff %s",
    async (does) => {
      const { page, post, path, confirm, stan, pat, testApp } = await given();
      expect((await post(path, { does }, stan)).status).toBe(303);
      const after = await page(path);
      expect(after).not.toContain(label);
      expect(after).not.toContain("confirm-address");
      expectAnswer(await confirm(), 409, "This account is suspended");
      const { emailVerified } = await testApp.readModel.members.byId(pat.memberId) ?? {};
      expect(emailVerified).toBe(false);
    },
  );

  it.each(
    [
      ["lets in someone who waits for it alone", "confirmed", 200],
      ["lets in no one who waits for approval", "approved", 403],
    ] as const,
  )("%s", async (_, by, status) => {
    const { pat, confirm } = await given({ admission: { by, domains: ["example.com"] } });
    expect((await pat.get("/api/directory")).status).toBe(403);
    expect((await confirm()).status).toBe(303);
    expect((await pat.get("/api/directory")).status).toBe(status);
  });

  it("shows its link only on a loopback address", async () => {
    const { page, pat, isConfirmed, send, stan } = await given({ appOrigin: ownAddress });
    const html = await page("/profile", pat);
    const [, token = ""] =
      /href="http:\/\/127.0.0.1:8000\/verify-email\?token=([\w-]+)"/.exec(html) ?? [];
    expect(await page("/profile", stan)).not.toContain(token);
    expectAnswer(await send("/verify-email", { token }, undefined), 200, "Email Confirmed");
    expect(await isConfirmed()).toBe(true);
    expect(await page("/profile", pat)).not.toContain("/verify-email?token=");
  });

  it("is confirmed only by the mailed link if mail is set up", async () => {
    for (const appOrigin of [publicOrigin, ownAddress]) {
      const { page, pat, path, confirm, isConfirmed } = await given({ appOrigin }, true);
      const html = await page("/profile", pat);
      expect(html).toContain("open the link we sent to");
      expect(html).not.toContain("/verify-email?token=");
      const person = await page(path);
      expect(person).not.toContain(label);
      expect(person).not.toContain(email);
      expectAnswer(await confirm(), 409, "Email works now");
      expect(await isConfirmed()).toBe(false);
    }
  });
});
