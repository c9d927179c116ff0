import { describe, expect, it } from "vitest";
import { someone, type TestApp } from "../../testing/app.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  mailedTokens,
  withMessage,
} from "../../testing/app-for-test.ts";

const done = { status: 204, body: null };
const invalid = withMessage(400, "Invalid or expired verification link");

const tokensFor = (app: TestApp, address: string) => mailedTokens(app, "verify-email", address);

async function verify(app: TestApp, token: string | undefined) {
  return await answerOf(await app.browser().confirmAddress(token));
}

const isVerified = async (member: Awaited<ReturnType<TestApp["member"]>>) =>
  (await (await member.get("/api/user")).json()).emailVerified;

describe("a mailed link", () => {
  it("confirms a registered address once", async () => {
    const { app, member } = await appWithMember(
      { appOrigin: "https://alumni.example.edu" },
      someone,
    );
    const [token, ...others] = await tokensFor(app, someone.email);
    expect(others).toEqual([]);
    expect(app.mails[0]?.text).toContain("https://alumni.example.edu/verify-email?token=");
    expect(await isVerified(member)).toBe(false);
    expect(await verify(app, token)).toEqual(done);
    expect(await verify(app, token)).toEqual(invalid);
    expect(await isVerified(member)).toBe(true);
    const [event] = await app.database.read(
      "SELECT type, actor_id FROM events ORDER BY position DESC LIMIT 1",
    );
    expect(event).toMatchObject({ type: "EmailVerified", actor_id: member.memberId });
  });

  it("rejects a forged token, a password reset token, and one of an erased member", async () => {
    const { app, member } = await appWithMember({ appEnv: "development" }, someone);
    const [token] = await tokensFor(app, someone.email);
    const { email } = someone;
    const forgot = await (await app.browser().post("/api/forgot-password", { email })).json();
    await app.settled();
    await member.delete("/api/account");
    for (const each of ["made-up", forgot.devToken, token]) {
      expect(await verify(app, each)).toEqual(invalid);
    }
  });

  it("confirms only the current address; a new one needs a new link", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const [old] = await tokensFor(app, someone.email);
    await member.patch("/api/user", { email: "new@example.com" });
    const [token] = await tokensFor(app, "new@example.com");
    expect(await verify(app, old)).toEqual(invalid);
    await member.patch("/api/user", { email: someone.email });
    expect(await verify(app, old)).toEqual(invalid);
    expect(await verify(app, token)).toEqual(invalid);
    const [, newest] = await tokensFor(app, someone.email);
    expect(await verify(app, newest)).toEqual(done);
  });
});

describe("a change of address", () => {
  it("is mailed to the old address, without the new one", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    await app.settled();
    await member.patch("/api/user", { email: "new@example.com" });
    await app.settled();
    const [toOld, ...others] = app.mails.slice(1).filter(({ to }) => to === someone.email);
    expect(others).toEqual([]);
    expect(toOld?.subject).toBe("Your TCU Army ROTC Alumni Connect email address was changed");
    expect(`${toOld?.text}${toOld?.html}`).not.toContain("new@example.com");
  });

  it("sends no mail when it is refused, or the address is unchanged", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    await app.member({ email: "taken@example.com" });
    await app.settled();
    const sent = app.mails.length;
    expect((await member.patch("/api/user", { email: "taken@example.com" })).status).toBe(409);
    await member.patch("/api/user", { email: someone.email, firstName: "Janet" });
    await app.settled();
    expect(app.mails).toHaveLength(sent);
    expect(await verify(app, (await tokensFor(app, someone.email))[0])).toEqual(done);
  });

  it("is rate-limited, since each one sends a mail", async () => {
    const { member } = await appWithMember({ limits: { verificationMails: 3 } }, someone);
    const change = (number: number) =>
      member.patch("/api/user", { email: `new${number}@example.com` });
    expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 200]);
    const refused = await change(3);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await member.patch("/api/user", { firstName: "Janet" })).status).toBe(200);
  });
});

describe("another link", () => {
  it("is mailed until the address is confirmed, and only the newest works", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    expect(
      await answerOf(await member.askForLink()),
    )
      .toEqual(done);
    const [first, second] = await tokensFor(app, someone.email);
    expect(await verify(app, first)).toEqual(invalid);
    expect(await verify(app, second)).toEqual(done);
    expect((await member.askForLink()).status).toBe(
      204,
    );
    await app.settled();
    expect(app.mails).toHaveLength(2);
  });

  it("is limited per address, even when accounts are deleted and created again", async () => {
    const app = await appForTest({ limits: { verificationMails: 2 } });
    for (let turn = 0; turn < 4; turn++) await (await app.member(someone)).delete("/api/account");
    await app.settled();
    expect(app.mails.length).toBeLessThanOrEqual(2);
    expect((await app.member(someone)).memberId).toBeDefined();
  });
});
