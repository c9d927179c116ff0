import { describe, expect, it } from "vitest";
import { createSessions } from "../../../api/auth/sessions.ts";
import { Authenticator } from "../../../api/testing/authenticator.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { aMember } from "../../testing/members.ts";
import { staffSite } from "../../testing/staff-site.ts";
import { createTestSite, type TestSiteOptions } from "../../testing/site.ts";

const named = "http://localhost:8000";
const path = "/profile/security/passkeys";

async function given(options: TestSiteOptions = {}) {
  const members = [
    aMember({ memberId: "dana", emailVerified: true }),
    aMember({ memberId: "pat", username: "pat" }),
  ];
  const site = await createTestSite({ appOrigin: named, servedAt: named, members, ...options });
  const { passkeys } = site.testApp.product;
  async function created() {
    const { challenge } = await passkeys.optionsToAdd((await site.stored("dana"))!);
    return new Authenticator().create({ challenge, origin: named, rpId: "localhost" });
  }
  const add = async (name: string, passkey?: unknown) =>
    await site.send(
      path,
      { does: "add", name, passkey: JSON.stringify(passkey ?? await created()) },
      "dana",
    );
  return { site, passkeys, add };
}

describe("passkeys on the security page", () => {
  it("are added with a name, renamed and removed", async () => {
    const { site, passkeys, add } = await given();
    expectTexts(await site.page("/profile/security", "dana"), ["Passkeys", 'data-passkey="add"']);
    const done = await add("Work laptop");
    expect([done.status, done.location]).toEqual([303, "/profile/security#passkeys-title"]);
    expectTexts(await site.page("/profile/security", "dana"), ["Work laptop", "not used yet"]);
    const [{ credentialId: id } = { credentialId: "" }] = await passkeys.list("dana");
    expect((await site.send(path, { does: "rename", id, name: "Old laptop" }, "dana")).status).toBe(
      303,
    );
    expectTexts(await site.page("/profile/security", "dana"), ["Old laptop"], ["Work laptop"]);
    expect((await site.send(path, { does: "remove", id }, "dana")).status).toBe(303);
    expect(await passkeys.list("dana")).toEqual([]);
  });

  it("say what is wrong, on the page", async () => {
    const { site, passkeys, add } = await given();
    expectAnswer(await add(""), 422, "Nothing was changed");
    expectAnswer(await add("x".repeat(41)), 422, "Nothing was changed");
    for (const passkey of ["nonsense", {}, { id: "x".repeat(9000) }]) {
      expectAnswer(await add("Phone", passkey), 422, "The passkey couldn&#x27;t be added");
    }
    expect(await passkeys.list("dana")).toEqual([]);
    expectAnswer(
      await site.send(path, { does: "remove", id: "x" }, "dana"),
      409,
      "removed already",
    );
  });

  it("ask for proof before the browser asks for a fingerprint", async () => {
    const { site } = await given({ isConfirmed: false });
    const page = await site.page("/profile/security", "dana");
    expectTexts(page, ['value="begin"'], ['data-passkey="add"']);
    expectAnswer(await site.send(path, { does: "begin" }, "dana"), 403, "Confirm it&#x27;s you");
    const done = await site.send(path, { does: "begin", confirmedBy: "correct horse" }, "dana");
    expect([done.status, done.location]).toEqual([303, "/profile/security#passkeys-title"]);
    expectTexts(await site.page("/profile/security", "dana"), ['data-passkey="add"']);
  });

  it("need a confirmed address, and a site with a domain name", async () => {
    const { site } = await given();
    expectTexts(await site.page("/profile/security", "pat"), ["Confirm your email address, then"], [
      'data-passkey="add"',
    ]);
    const nameless = await createTestSite({ members: [aMember({ memberId: "dana" })] });
    expectTexts(await nameless.page("/profile/security", "dana"), [], ["Passkeys"]);
    expectTexts(await nameless.page("/"), [], ["Sign in with a passkey"]);
    expect((await nameless.page("/")).includes("webauthn")).toBe(true);
  });
});

describe("a passkey on other pages", () => {
  it("signs in from the landing page, which gives the same message for every invalid one", async () => {
    const { site, passkeys, add } = await given();
    expectTexts(await site.page("/"), ["Sign in with a passkey", 'action="/login/passkey"']);
    const phone = new Authenticator();
    const { challenge } = await passkeys.optionsToAdd((await site.stored("dana"))!);
    const origin = { origin: named, rpId: "localhost" };
    await add("Phone", phone.create({ challenge, ...origin }));
    const answer = () =>
      JSON.stringify(phone.get({ challenge: passkeys.optionsToSignIn().challenge, ...origin }));
    const passkey = answer();
    const done = await site.send("/login/passkey", { passkey });
    expect([done.status, done.location]).toEqual([303, "/"]);
    expect(done.cookies).toContain("session=");
    for (const wrong of [passkey, "", "nonsense"]) {
      const refused = await site.send("/login/passkey", { passkey: wrong });
      expectAnswer(refused, 422, "That passkey doesn&#x27;t work here");
      expect(refused.cookies).not.toContain("session=");
    }
  });

  it("is enough proof for staff who need two", async () => {
    const site = await staffSite({ appOrigin: named, servedAt: named });
    const change = { type: "ChangeSettings", staffProveTwice: true } as const;
    const by = { actorId: "test", correlationId: "test" };
    await site.testApp.eventStore.settings.execute(change, by);
    await site.testApp.follow();
    const sessions = createSessions(site.testApp.database, () => new Date());
    for (const [proof, status] of [["password", 403], ["passkey", 200]] as const) {
      const { token } = await sessions.create(site.stan.memberId, { proofs: [proof] });
      expect((await site.read("/program", token)).status).toBe(status);
    }
  });

  it("is offered on Home after a sign-in by code, until it is dismissed", async () => {
    const { site } = await given();
    const { token } = await site.sessions.create("dana", { proofs: ["code"] });
    const home = async () => (await site.read("/", token)).html;
    expectTexts(await home(), ["Sign in faster next time"]);
    expect(await site.page("/", "dana")).not.toContain("Sign in faster next time");
    const done = await site.send(path, { does: "dismiss" }, "dana");
    expect([done.status, done.location]).toEqual([303, "/"]);
    expectTexts(await home(), [], ["Sign in faster next time"]);
  });
});
