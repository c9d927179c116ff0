import { tokenDigest } from "../../../api/auth/secret-token.ts";
import { describe, expect, it } from "vitest";
import { Authenticator } from "../../../api/testing/authenticator.ts";
import { MailRefused } from "../../../api/mail/mail.ts";
import { aMember } from "../../testing/members.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { createTestSite, type TestSite, type TestSiteOptions } from "../../testing/site.ts";

const dayMs = 24 * 60 * 60 * 1000;
const addressesPage = "/profile/addresses";
const jane = aMember({ memberId: "jane", email: "jane@example.com", emailVerified: true });
const owen = aMember({ memberId: "owen", email: "owen@example.com", emailVerified: true });

async function siteWith(options: TestSiteOptions = {}) {
  return await createTestSite({ members: [jane, owen], ...options });
}

const mailsTo = async (site: TestSite, address: string) => {
  await site.testApp.settled();
  return site.testApp.mails.filter(({ to }) => to === address);
};

/** The code in the latest mail to an address. */
async function codeTo(site: TestSite, address: string): Promise<string> {
  const text = (await mailsTo(site, address)).at(-1)?.text ?? "";
  return /\b(\d{4} \d{4})\b/.exec(text)?.[1] ?? "no code";
}

/** The token of the undo link in the latest mail to an address. */
async function undoTo(site: TestSite, address: string): Promise<string> {
  const text = (await mailsTo(site, address)).at(-1)?.text ?? "";
  return /\/undo-address\?token=([\w-]+)/.exec(text)?.[1] ?? "no token";
}

const changeMain = (site: TestSite, email: string) =>
  site.send(addressesPage, { email, as: "main" }, "jane");

const addSecond = (site: TestSite, email: string, memberId = "jane") =>
  site.send(addressesPage, { email, as: "second" }, memberId);
const confirm = (site: TestSite, code: string, memberId = "jane") =>
  site.send(`${addressesPage}/confirm`, { code }, memberId);
const change = (site: TestSite, does: string, memberId = "jane") =>
  site.send(`${addressesPage}/change`, { does }, memberId);

async function withNewMain(site: TestSite, email = "new@example.com") {
  await changeMain(site, email);
  expect((await confirm(site, await codeTo(site, email))).location).toBe(addressesPage);
}

async function withSecond(site: TestSite, email = "second@example.com") {
  await addSecond(site, email);
  expect((await confirm(site, await codeTo(site, email))).location).toBe(addressesPage);
}

async function addPasskey(site: TestSite) {
  const member = await site.stored("jane");
  if (member === undefined) throw new Error("Jane has left");
  const { challenge, rp } = await site.product.passkeys.optionsToAdd(member);
  const passkey = new Authenticator()
    .create({ challenge, origin: site.origin, rpId: rp.id ?? "" });
  const form = { does: "add", name: "Phone", passkey: JSON.stringify(passkey) };
  await site.send("/profile/security/passkeys", form, "jane");
  expect(await site.product.passkeys.list("jane")).toHaveLength(1);
}

const addressesOf = async (site: TestSite, memberId = "jane") => {
  const { email, addresses } = { ...await site.stored(memberId) };
  return { email, second: addresses?.second, asked: addresses?.asked?.email };
};

describe("a new main address", () => {
  it("works once its code is typed, and the old one until then", async () => {
    const site = await siteWith();
    expectAnswer(await changeMain(site, "new@example.com"), 303);
    expect(await addressesOf(site)).toMatchObject({
      email: "jane@example.com",
      asked: "new@example.com",
    });
    expect(await mailsTo(site, "jane@example.com")).toEqual([]);
    const html = await site.page(addressesPage, "jane");
    expectTexts(html, ["Confirm new@example.com", "Keep my address"]);
    const code = await codeTo(site, "new@example.com");
    expect(await confirm(site, code)).toMatchObject({ status: 303, location: addressesPage });
    expect(await addressesOf(site)).toMatchObject({ email: "new@example.com", asked: undefined });
    expectAnswer(await confirm(site, code), 409, "No email address is waiting");
  });

  it("can't be guessed: five tries use up a code, and a new code replaces it", async () => {
    const site = await siteWith();
    await changeMain(site, "new@example.com");
    const right = await codeTo(site, "new@example.com");
    for (const wrong of ["00000000", "00000001", "00000002", "00000003", "00000004"]) {
      if (wrong !== right.replace(" ", "")) {
        expectAnswer(await confirm(site, wrong), 422, "That code is wrong");
      }
    }
    expectAnswer(await confirm(site, right), 422, "That code is wrong");
    await change(site, "again");
    const another = await codeTo(site, "new@example.com");
    expect(another).not.toBe(right);
    expect((await confirm(site, another)).status).toBe(303);
  });

  it("gives the owner of a mistyped address no access, even with a copy of the database", async () => {
    const site = await siteWith();
    await changeMain(site, "owen2@example.com");
    const code = await codeTo(site, "owen2@example.com");
    const digests = await site.testApp.database.read(
      "SELECT digest FROM tokens WHERE kind = 'address-code'",
    );
    expect(digests).toHaveLength(1);
    // Try what someone with a copy of it could.
    expect(digests[0]?.digest).not.toBe(tokenDigest("jane owen2@example.com"));
    // Signed out, the link leads to the login.
    const digits = code.replace(" ", "");
    expect((await site.get(`${addressesPage}?code=${digits}`)).headers.get("Location")).toBe("/");
    expect((await confirm(site, code, "owen")).status).toBe(409);
    expect((await site.send("/code", { code })).location).not.toBe(addressesPage);
    await change(site, "drop");
    expect(await addressesOf(site)).toMatchObject({ email: "jane@example.com", asked: undefined });
    // The old code has expired, too.
    expect((await confirm(site, code)).status).toBe(409);
  });

  it("is refused if another account has it, or takes it first", async () => {
    const site = await siteWith();
    expectAnswer(await changeMain(site, "OWEN@example.com"), 409, "Email already in use");
    expect(await mailsTo(site, "OWEN@example.com")).toEqual([]);
    await changeMain(site, "new@example.com");
    await addSecond(site, "new@example.com", "owen");
    const janes = (await mailsTo(site, "new@example.com")).at(-2)?.text ?? "";
    await confirm(site, await codeTo(site, "new@example.com"), "owen");
    const code = /\b\d{4} \d{4}\b/.exec(janes)?.[0] ?? "";
    expectAnswer(await confirm(site, code), 409, "Email already in use");
    expect((await addressesOf(site)).email).toBe("jane@example.com");
  });

  it("is confirmed once, even by several requests at the same time", async () => {
    const site = await siteWith();
    await changeMain(site, "new@example.com");
    const code = await codeTo(site, "new@example.com");
    const answers = await Promise.all([1, 2, 3].map(() => confirm(site, code)));
    expect(answers.map(({ status }) => status).filter((status) => status === 303)).toHaveLength(1);
    expect(await mailsTo(site, "jane@example.com")).toHaveLength(1);
  });

  it("asks for the password first", async () => {
    const site = await siteWith({ isConfirmed: false });
    for (
      const answer of [
        await changeMain(site, "n@example.com"),
        await addSecond(site, "s@example.com"),
      ]
    ) {
      expectAnswer(answer, 403, "confirmedBy");
    }
    expect((await addressesOf(site)).asked).toBeUndefined();
  });
});

describe("a second address", () => {
  it("signs in, and can be swapped with the main one", async () => {
    const site = await siteWith();
    await withSecond(site);
    const login = { username: "Second@example.com", password: "correct horse" };
    expect((await site.send("/login", login)).location).toBe("/");
    await change(site, "swap");
    expect(await addressesOf(site))
      .toMatchObject({ email: "second@example.com", second: "jane@example.com" });
    await change(site, "remove");
    expect(await addressesOf(site)).toMatchObject({ email: "second@example.com", second: null });
  });

  it("gets codes and password links when the main one no longer works", async () => {
    const site = await siteWith();
    await withSecond(site);
    await site.send("/forgot-password", { email: "second@example.com" });
    const text = (await mailsTo(site, "second@example.com")).at(-1)?.text ?? "";
    const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
    const typed = { token, newPassword: "battery staple 42", confirmPassword: "battery staple 42" };
    expectTexts((await site.send("/reset-password", typed)).html, ["Password Reset Successful"]);
  });

  it("needs a confirmed main address", async () => {
    const kim = aMember({ memberId: "kim", email: "kim@example.com" });
    const site = await siteWith({ members: [kim] });
    expectTexts(await site.page(addressesPage, "kim"), ["Confirm your main address first"]);
    expectAnswer(
      await addSecond(site, "two@example.com", "kim"),
      403,
      "Confirm your email address",
    );
  });

  it("replaces a main one that accepts no mail, and gets an email about it", async () => {
    let nowMs = Date.parse("2026-11-20T12:00:00Z");
    const site = await siteWith({ now: () => new Date(nowMs) });
    await withSecond(site);
    site.testApp.testMail.failure = new MailRefused("5.1.1");
    await site.send("/forgot-password", { email: "jane@example.com" });
    await site.testApp.settled();
    site.testApp.testMail.failure = undefined;
    // While its addition can be undone, a second address may be a stranger's.
    await site.testApp.doDueWork();
    expect((await addressesOf(site)).email).toBe("jane@example.com");
    nowMs += 7.1 * dayMs;
    await site.testApp.doDueWork();
    await site.testApp.doDueWork();
    expect(await addressesOf(site))
      .toMatchObject({ email: "second@example.com", second: "jane@example.com" });
    const mails = await mailsTo(site, "second@example.com");
    expect(mails.filter(({ subject }) => subject.startsWith("We now write"))).toHaveLength(1);
  });
});

describe("undoing a change", () => {
  it("returns the account to its owner, and ends a stranger's access", async () => {
    // Passkeys need a name.
    const named = "http://localhost:8000";
    const site = await siteWith({ appOrigin: named, servedAt: named });
    await withSecond(site, "stranger@example.com");
    const undo = await undoTo(site, "jane@example.com");
    await withNewMain(site, "stranger2@example.com");
    await addPasskey(site);
    expect((await site.get("/profile", "jane")).status).toBe(200);
    const page = await site.page(`/undo-address?token=${undo}`);
    expectTexts(page, ["Take Your Account Back", "jane@example.com"]);
    // Opening it changes nothing.
    expect((await addressesOf(site)).email).toBe("stranger2@example.com");
    const { location } = await site.send("/undo-address", { token: undo });
    expect(location).toMatch(/^\/reset-password\?token=/);
    expect(await addressesOf(site)).toMatchObject({ email: "jane@example.com", second: null });
    expect((await site.get("/profile", "jane")).headers.get("Location")).toBe("/");
    const login = { username: "jane@example.com", password: "correct horse" };
    expect((await site.send("/login", login)).status).not.toBe(303);
    expect(await site.product.passkeys.list("jane")).toEqual([]);
    // The link works once, and the stranger's own link not at all.
    expect((await site.send("/undo-address", { token: undo })).status).toBe(400);
    const theirs = await undoTo(site, "stranger2@example.com");
    expect((await site.send("/undo-address", { token: theirs })).status).toBe(400);
  });

  it("returns a suspended member's address without access, and only one of two requests succeeds", async () => {
    const site = await siteWith();
    await withNewMain(site, "stranger@example.com");
    const token = await undoTo(site, "jane@example.com");
    await site.execute("jane", { type: "Suspend" });
    const answers = await Promise.all([1, 2].map(() => site.send("/undo-address", { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect((await addressesOf(site)).email).toBe("jane@example.com");
    const { location } = answers.find(({ status }) => status === 303)!;
    const typed = { newPassword: "battery staple 42", confirmPassword: "battery staple 42" };
    await site.send("/reset-password", { token: location?.split("token=")[1] ?? "", ...typed });
    const login = { username: "jane@example.com", password: typed.newPassword };
    expectAnswer(await site.send("/login", login), 403, "Your account is suspended.");
  });

  it("is still possible after a stranger undoes their own change", async () => {
    const site = await siteWith();
    await withNewMain(site, "stranger@example.com");
    const undo = await undoTo(site, "jane@example.com");
    await withNewMain(site, "stranger2@example.com");
    const theirs = await undoTo(site, "stranger@example.com");
    expect((await site.send("/undo-address", { token: theirs })).status).toBe(303);
    expect((await addressesOf(site)).email).toBe("stranger@example.com");
    expect((await site.send("/undo-address", { token: theirs })).status).toBe(400);
    expect((await site.send("/undo-address", { token: undo })).status).toBe(303);
    expect((await addressesOf(site)).email).toBe("jane@example.com");
  });

  it("is possible for seven days; then the address is free for others", async () => {
    let nowMs = Date.parse("2026-11-20T12:00:00Z");
    const site = await siteWith({ now: () => new Date(nowMs) });
    await withNewMain(site);
    const undo = await undoTo(site, "jane@example.com");
    nowMs += 6.9 * dayMs;
    await site.testApp.doDueWork();
    await site.signIn("owen");
    expectTexts(await site.page(`/undo-address?token=${undo}`), ["Take Your Account Back"]);
    const register = (username: string) =>
      site.testApp.browser().post("/api/register", {
        ...{ username, email: "jane@example.com", password: "battery staple 42" },
        ...{ firstName: "Jo", lastName: "Roe", role: "cadet" },
      });
    expect((await register("joann")).status).toBe(409);
    nowMs += 0.2 * dayMs;
    expectTexts(await site.page(`/undo-address?token=${undo}`), ["t Be Undone"]);
    expect((await site.send("/undo-address", { token: undo })).status).toBe(400);
    await site.testApp.doDueWork();
    expect((await register("joann")).status).toBe(201);
  });

  it("sends no link to a previous address that was never confirmed", async () => {
    const site = await siteWith({
      members: [aMember({ memberId: "jane", email: "typo@example.com" })],
    });
    await changeMain(site, "jane@example.com");
    expect(await undoTo(site, "typo@example.com")).toBe("no token");
  });
});
