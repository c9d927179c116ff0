import { describe, expect, it } from "vitest";
import { changeRecords } from "../../../events/testing/rows.ts";
import { cause } from "../../../events/testing/system.ts";
import { tablesOf } from "../../../events/store/queries.ts";
import type { Origin } from "../../auth/origin.ts";
import { maxPasskeys } from "../../auth/passkeys/stored-passkeys.ts";
import { handleOf } from "../../auth/passkeys/verify.ts";
import type { TestAppOptions } from "../../testing/app.ts";
import { Authenticator, type Ceremony } from "../../testing/authenticator.ts";
import { appForTest, mailedTokens } from "../../testing/app-for-test.ts";
import { textIn } from "../../testing/archive.ts";
import { connectedOn, type Person } from "../../testing/connected.ts";

const appOrigin = "https://alumni.example.edu";
const minuteMs = 60_000;
const wrong = { status: 400, message: "That passkey doesn't work here. Try another way." };

async function given(options: TestAppOptions = {}) {
  const clock = { ms: Date.parse("2026-11-02T12:00:00.000Z") };
  const app = await appForTest({ appOrigin, now: () => new Date(clock.ms), ...options });
  const { person } = connectedOn(app, clock);
  const { passkeys, login, security } = app.product;
  const kim = await person("Kim");
  const visitor: Origin = { requestId: "test", ip: "192.0.2.1", browser: "Safari on iPhone" };
  const origin = (): Origin => ({
    ...visitor,
    session: { id: "session", proofs: { password: clock.ms } },
  });
  const ceremony = (challenge: string): Ceremony => ({
    challenge,
    origin: appOrigin,
    rpId: "alumni.example.edu",
  });
  const member = async ({ memberId }: Person) => (await app.readModel.members.byId(memberId))!;

  async function create(who = kim, authenticator = new Authenticator()) {
    const { challenge } = await passkeys.optionsToAdd(await member(who));
    return { authenticator, created: authenticator.create(ceremony(challenge)) };
  }
  /** Adds a passkey, and returns it as the member's browser has it. */
  async function added(who = kim, authenticator = new Authenticator()) {
    const { created } = await create(who, authenticator);
    await passkeys.add(who.memberId, { created, name: "iPhone" }, origin());
    return authenticator;
  }
  const answer = (authenticator: Authenticator, more: Partial<Ceremony> = {}) =>
    authenticator.get({ ...ceremony(passkeys.optionsToSignIn().challenge), ...more });
  const signIn = (authenticator: Authenticator, more: Partial<Ceremony> = {}) =>
    login.byPasskey(answer(authenticator, more), visitor);
  /** As if Kim had registered with another person's address, and had managed to add passkeys. */
  const unconfirm = () =>
    changeRecords(
      app,
      (record) => record.memberId === kim.memberId ? { ...record, emailVerified: false } : record,
    );
  /** Resets the password as a reader of that mailbox. */
  async function mailReset(email: string) {
    await app.product.wayIn.request({ email }, visitor);
    const token = (await mailedTokens(app, "reset-password", email)).at(-1) ?? "";
    await app.product.passwordReset.complete({ token, newPassword: "battery staple" }, visitor);
  }
  const mailed = async () => {
    await app.sendMail();
    return app.mails.map(({ to, subject }) => `${to} ${subject}`).filter((one) =>
      one.includes("passkey")
    );
  };
  return {
    ...{ app, clock, kim, person, passkeys, login, security, visitor, origin, ceremony, member },
    ...{ create, added, answer, signIn, mailed, mailReset, unconfirm },
  };
}

describe("a passkey", () => {
  it("is added after a second proof of identity, and signs its owner in", async () => {
    const { app, clock, kim, passkeys, added, signIn, mailed, member } = await given();
    expect((await member(kim)).wantsPasskeyOffer).toBe(true);
    const phone = await added();
    expect((await member(kim)).wantsPasskeyOffer).toBe(false);
    expect(await passkeys.list(kim.memberId)).toMatchObject([{ name: "iPhone", usedAt: null }]);
    expect(await mailed()).toEqual([expect.stringContaining("A passkey was added to your")]);

    clock.ms += 90 * minuteMs;
    const { member: { memberId }, sessionToken } = await signIn(phone, {
      userHandle: handleOf(kim.memberId),
    });
    expect(memberId).toBe(kim.memberId);
    expect(await app.product.authentication.authenticate(sessionToken)).toMatchObject({
      memberId: kim.memberId,
      session: { proofs: { passkey: clock.ms } },
    });
    expect(await passkeys.list(kim.memberId)).toMatchObject([{
      usedAt: "2026-11-02T13:00:00.000Z",
    }]);
  });

  it("stores its name encrypted", async () => {
    const { app, kim, passkeys, added } = await given();
    const { credentialId } = await added();
    await passkeys.rename(kim.memberId, credentialId, "Kim's old phone");
    expect(await passkeys.list(kim.memberId)).toMatchObject([{ name: "Kim's old phone" }]);
    const rows = await tablesOf(app.database).selectFrom("passkeys").selectAll().execute();
    expect(JSON.stringify(rows.map(({ sealed, ...row }) => [row, [...new Uint8Array(sealed)]])))
      .not.toContain("old phone");
    expect(new TextDecoder().decode(rows[0]!.sealed)).not.toContain("old phone");
  });

  it("isn't added late, twice, without a confirmed address, or with another member's answer", async () => {
    const { clock, kim, person, passkeys, create, origin, member } = await given();
    const max = await person("Max");
    const { created } = await create();
    const add = (who: Person, at = origin()) =>
      passkeys.add(who.memberId, { created, name: "iPhone" }, at);
    const late = {
      ...origin(),
      session: { id: "s", proofs: { password: clock.ms - 11 * minuteMs } },
    };
    await expect(add(kim, late)).rejects.toMatchObject({ status: 403, details: { confirm: true } });
    await expect(add(max)).rejects.toMatchObject({ status: 400 });
    await add(kim);
    await expect(add(kim)).rejects.toMatchObject({ status: 400 });
    const unconfirmed = { ...await member(max), emailVerified: false };
    await expect(passkeys.optionsToAdd(unconfirmed)).rejects.toMatchObject({ status: 403 });
    clock.ms += 11 * minuteMs;
    const { created: other } = await create();
    clock.ms += 10 * minuteMs;
    await expect(passkeys.add(kim.memberId, { created: other, name: "x" }, origin()))
      .rejects.toMatchObject({ status: 400 });
    expect(await passkeys.list(max.memberId)).toEqual([]);
  });

  it("is limited to ten per member, also when several are added at once", async () => {
    const { kim, person, passkeys, added, create, origin } = await given();
    const many = Array.from({ length: maxPasskeys + 3 }, () => added());
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(maxPasskeys);
    expect(await passkeys.list(kim.memberId)).toHaveLength(maxPasskeys);
    const max = await person("Max");
    const phone = await added(max);
    const { created } = await create(kim, phone);
    await expect(passkeys.add(kim.memberId, { created, name: "x" }, origin()))
      .rejects.toMatchObject({ status: 409 });
  });

  it("can't be renamed or removed by anyone else", async () => {
    const { kim, person, passkeys, added, origin } = await given();
    const max = await person("Max");
    const { credentialId } = await added();
    await passkeys.rename(max.memberId, credentialId, "Max's");
    await expect(passkeys.remove(max.memberId, credentialId, origin()))
      .rejects.toMatchObject({ status: 409 });
    expect(await passkeys.list(kim.memberId)).toMatchObject([{ credentialId, name: "iPhone" }]);
  });

  it("confirms its owner's identity, and no one else's", async () => {
    const { app, clock, kim, person, passkeys, security, ceremony, added, visitor } = await given();
    const max = await person("Max");
    const [phone, other] = [await added(), await added(max)];
    const { sessionToken } = await app.product.login.byPasskey(
      phone.get(ceremony(passkeys.optionsToSignIn().challenge)),
      visitor,
    );
    const challengeOf = async (who: Person) =>
      (await passkeys.optionsToConfirm(who.memberId)).challenge;
    expect((await passkeys.optionsToConfirm(kim.memberId)).allowCredentials).toMatchObject([
      { id: phone.credentialId },
    ]);
    clock.ms += 20 * minuteMs;
    const { session } = (await app.product.authentication.authenticate(sessionToken))!;
    const origin = { ...visitor, session };
    const confirm = (passkey: ReturnType<Authenticator["get"]>) =>
      security.confirm(kim.memberId, { passkey }, origin);
    await expect(confirm(other.get(ceremony(await challengeOf(kim))))).rejects.toMatchObject(wrong);
    await expect(confirm(phone.get(ceremony(await challengeOf(max))))).rejects.toMatchObject(wrong);
    const forSignIn = phone.get(ceremony(passkeys.optionsToSignIn().challenge));
    await expect(confirm(forSignIn)).rejects.toMatchObject(wrong);
    const right = phone.get(ceremony(await challengeOf(kim)));
    expect(await confirm(right)).toMatchObject({ proofs: { passkey: clock.ms } });
    await expect(confirm(right)).rejects.toMatchObject(wrong);
  });

  it("is refused with the same sentence for every fault", async () => {
    const { app, clock, kim, passkeys, login, visitor, ceremony, added, answer, signIn } =
      await given();
    const phone = await added();
    const used = answer(phone);
    await login.byPasskey(used, visitor);
    const refused = async (attempt: Promise<unknown>) => {
      await expect(attempt).rejects.toMatchObject(wrong);
    };
    await refused(login.byPasskey(used, visitor));
    await refused(login.byPasskey(undefined, visitor));
    await refused(signIn(new Authenticator()));
    await refused(signIn(phone, { origin: "https://evil.example" }));
    await refused(signIn(phone, { rpId: "evil.example" }));
    await refused(signIn(phone, { isVerified: false }));
    await refused(signIn(phone, { signedBy: new Authenticator().privateKey }));
    await refused(signIn(phone, { userHandle: handleOf("someone-else") }));
    await refused(signIn(phone, { crossOrigin: true }));
    await refused(signIn(phone, { counter: 1 }));
    const { challenge } = await passkeys.optionsToConfirm(kim.memberId);
    await refused(login.byPasskey(phone.get(ceremony(challenge)), visitor));
    const old = answer(phone);
    clock.ms += 10 * minuteMs;
    await refused(login.byPasskey(old, visitor));
    await signIn(phone);
    // Suspended: as with the right password.
    await app.members.execute(kim.memberId, { type: "Suspend" }, cause);
    await expect(signIn(phone)).rejects.toMatchObject({ status: 403 });
    await refused(signIn(phone, { isVerified: false }));
  });

  it("starts one session per answer, however often it is sent at once", async () => {
    const { app, kim, login, visitor, added, answer } = await given();
    const phone = await added();
    const sessions = async () =>
      (await tablesOf(app.database).selectFrom("sessions").selectAll()
        .where("member_id", "=", kim.memberId).execute()).length;
    const before = await sessions();
    const one = answer(phone);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => login.byPasskey(one, visitor)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(wrong);
    }
    expect(await sessions()).toBe(before + 1);
  });

  it("stops working once it is removed, and its owner gets an email", async () => {
    const { clock, kim, person, passkeys, added, signIn, origin, mailed } = await given();
    const max = await person("Max");
    const phone = await added();
    const remove = (who: Person, at = origin()) =>
      passkeys.remove(who.memberId, phone.credentialId, at);
    const late = {
      ...origin(),
      session: { id: "s", proofs: { password: clock.ms - 11 * minuteMs } },
    };
    await expect(remove(kim, late)).rejects.toMatchObject({
      status: 403,
      details: { confirm: true },
    });
    await expect(remove(max)).rejects.toMatchObject({ status: 409 });
    await signIn(phone);
    await remove(kim);
    await expect(signIn(phone)).rejects.toMatchObject(wrong);
    expect(await passkeys.list(kim.memberId)).toEqual([]);
    expect((await mailed()).at(-1)).toContain("A passkey was removed from your");
  });

  it("can't be removed if it is the last way to sign in, even if two are removed at once", async () => {
    const { app, kim, passkeys, added, origin } = await given();
    const [phone, laptop] = [await added(), await added()];
    await tablesOf(app.database).updateTable("credentials").set({ password_hash: null })
      .where("member_id", "=", kim.memberId).execute();
    // No code can be mailed while mail stays in a folder.
    Object.defineProperty(app.product.passkeys, "parts", {
      value: {
        ...(app.product.passkeys as unknown as { parts: object }).parts,
        outgoing: { current: async () => ({ isFolder: true }) },
      },
    });
    const remove = ({ credentialId }: Authenticator) =>
      passkeys.remove(kim.memberId, credentialId, origin());
    const outcomes = await Promise.allSettled([remove(phone), remove(laptop)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await passkeys.list(kim.memberId)).toHaveLength(1);
    const [left] = await passkeys.list(kim.memberId);
    await expect(passkeys.remove(kim.memberId, left!.credentialId, origin())).rejects.toMatchObject(
      {
        status: 409,
        message: expect.stringContaining("only way to sign in"),
      },
    );
  });

  it("survives a password reset, unless that reset first confirmed the address", async () => {
    const { kim, passkeys, added, mailReset, unconfirm } = await given();
    await added();
    await mailReset(kim.email);
    expect(await passkeys.list(kim.memberId)).toHaveLength(1);
    await unconfirm();
    await mailReset(kim.email);
    expect(await passkeys.list(kim.memberId)).toEqual([]);
  });

  it("survives a sign-in by code, unless that code first confirmed the address", async () => {
    const { app, kim, visitor, passkeys, added, unconfirm } = await given({ showsDevToken: true });
    const { codeByMail, codeSignIn } = app.product;
    const signInByCode = async (username: string) => {
      const { challenge, devCode = "" } = await codeByMail.ask({ username }, visitor);
      await codeSignIn.enter({ code: devCode }, { ...visitor, challenge });
    };
    await added();
    await signInByCode(kim.email);
    expect(await passkeys.list(kim.memberId)).toHaveLength(1);
    await unconfirm();
    await signInByCode(kim.email);
    expect(await passkeys.list(kim.memberId)).toEqual([]);
  });

  it("is deleted with the account, and is part of its owner's data", async () => {
    const { app, kim, added, signIn, origin } = await given();
    const phone = await added();
    const zip = await app.product.downloads.start(kim.memberId, origin());
    const bytes = await new Response(zip as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();
    expect(JSON.parse(await textIn(bytes, "data.json")).passkeys).toEqual([
      { name: "iPhone", createdAt: "2026-11-02T12:00:00.000Z", usedAt: null, isBackedUp: false },
    ]);
    await app.erase(kim.memberId, { requestId: "test" }, { actorId: kim.memberId });
    expect(await tablesOf(app.database).selectFrom("passkeys").selectAll().execute()).toEqual([]);
    await expect(signIn(phone)).rejects.toMatchObject(wrong);
  });

  it("isn't available where the site has no domain name", async () => {
    const { passkeys } = (await appForTest()).product;
    expect(passkeys.arePossible).toBe(false);
    expect(() => passkeys.optionsToSignIn()).toThrow("need a site with a name");
  });
});
