import { describe, expect, it } from "vitest";
import { createFolderMail } from "../../mail/drivers/folder.ts";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { someone, type TestApp } from "../../testing/app.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  mailedTokens,
  withMessage,
} from "../../testing/app-for-test.ts";

const message = "If an account exists with that email, a password reset link has been sent.";
const invalid = withMessage(400, "Invalid or expired reset token");
const newPassword = "battery staple";

/** Asks for a reset and reads the token from the mail. */
async function tokenFor(app: TestApp, email: string): Promise<string> {
  await app.browser().post("/api/forgot-password", { email });
  return (await mailedTokens(app, "reset-password")).at(-1) ?? "";
}

function resetMails({ mails }: TestApp) {
  return mails.filter(({ subject }) => subject.startsWith("Reset your "));
}

describe("POST /api/forgot-password", () => {
  it("mails a link to the configured origin, even if the request names another host", async () => {
    const app = await appForTest({ appOrigin: "https://alumni.example.edu" });
    await app.member(someone);
    await app.browser().post("/api/forgot-password", { email: "JDoe@example.com" }, {
      headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" },
    });
    await app.settled();
    expect(resetMails(app)).toHaveLength(1);
    expect(resetMails(app)[0]?.to).toBe("jdoe@example.com");
    expect(resetMails(app)[0]?.text).toMatch(
      /^https:\/\/alumni\.example\.edu\/reset-password\?token=[\w-]{43}$/m,
    );
  });

  it("answers the same for an unknown address, and sends no mail", async () => {
    const app = await appForTest();
    await app.member(someone);
    const ask = async (email: string) => {
      const answer = await app.browser().post("/api/forgot-password", { email });
      return { status: answer.status, text: await answer.text() };
    };
    const known = await ask("jdoe@example.com");
    expect(known).toEqual({ status: 200, text: JSON.stringify({ message }) });
    expect(await ask("nobody@example.com")).toEqual(known);
    await app.settled();
    expect(resetMails(app)).toHaveLength(1);
    // Both cause the same work: a link, and a mail that is dropped for the unknown address.
    const { database } = app;
    const links = "SELECT 1 FROM tokens WHERE kind = 'reset-password'";
    expect(await database.read(links)).toHaveLength(2);
    expect(await database.read("SELECT 1 FROM outbox")).toEqual([]);
    expect(app.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  it("tells everyone that no link was sent if the site can't send email", async () => {
    const sender = { name: "TCU", address: "a@example.edu", replyTo: "a@example.edu" };
    const mail = createFolderMail({ folder: await temporaryFolder(), sender });
    const app = await appForTest({ mail });
    await app.member(someone);
    for (const email of [someone.email, "nobody@example.com"]) {
      const answer = await app.browser().post("/api/forgot-password", { email });
      expect(await answerOf(answer)).toMatchObject({
        status: 200,
        body: { message: "This site can't send email yet, so no password reset link was sent." },
      });
    }
  });

  it("shows a working token in development, and a decoy for an unknown address", async () => {
    const app = await appForTest({ appEnv: "development" });
    await app.member(someone);
    const ask = async (email: string) =>
      await (await app.browser().post("/api/forgot-password", { email })).json();
    const shape = { message, devToken: expect.stringMatching(/^[\w-]{43}$/) };
    const decoy = await ask("nobody@example.com");
    expect(decoy).toEqual(shape);
    const real = await ask("jdoe@example.com");
    expect(real).toEqual(shape);
    const use = (token: string) =>
      app.browser().post("/api/reset-password", { token, newPassword });
    expect(await answerOf(await use(decoy.devToken))).toEqual(invalid);
    expect((await use(real.devToken)).status).toBe(200);
  });

  it("sends a few mails to one address, and answers the same after that", async () => {
    const app = await appForTest({ limits: { resetMailsPerRecipient: 2 } });
    await app.member(someone);
    for (let turn = 0; turn < 4; turn++) {
      const answer = await app.browser().post("/api/forgot-password", { email: someone.email });
      expect(await answerOf(answer)).toEqual({ status: 200, body: { message } });
    }
    await app.settled();
    expect(resetMails(app)).toHaveLength(2);
  });
});

describe("POST /api/reset-password", () => {
  it("changes the password once, even for parallel requests, and ends every session", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const token = await tokenFor(app, someone.email);
    const answers = await Promise.all(
      Array.from(
        { length: 5 },
        async () =>
          await answerOf(await app.browser().post("/api/reset-password", { token, newPassword })),
      ),
    );
    answers.sort((one, other) => one.status - other.status);
    const done = withMessage(200, "Password has been reset");
    expect(answers).toEqual([done, invalid, invalid, invalid, invalid]);
    expect((await member.get("/api/user")).status).toBe(401);
    const login = (password: string) =>
      app.browser().post("/api/login", { username: someone.username, password });
    expect((await login(someone.password)).status).toBe(401);
    expect((await login(newPassword)).status).toBe(200);
    const events = await app.database.read(
      "SELECT type, actor_id FROM events ORDER BY position DESC LIMIT 2",
    );
    expect(events).toMatchObject([
      { type: "EmailVerified", actor_id: member.memberId },
      { type: "PasswordReset", actor_id: member.memberId },
    ]);
  });

  it("refuses a token that was never issued, or whose member was erased", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const token = await tokenFor(app, someone.email);
    await member.delete("/api/account");
    for (const each of [token, "made-up"]) {
      const answer = await app.browser().post("/api/reset-password", { token: each, newPassword });
      expect(await answerOf(answer)).toEqual(invalid);
    }
  });

  it("refuses a link mailed to an earlier address", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const token = await tokenFor(app, someone.email);
    const email = "jane@example.com";
    expect((await member.patch("/api/user", { email })).status).toBe(200);
    const use = (token: string) =>
      app.browser().post("/api/reset-password", { token, newPassword });
    expect(await answerOf(await use(token))).toEqual(invalid);
    // The link stays invalid even if the address is restored.
    expect((await member.patch("/api/user", { email: someone.email })).status).toBe(200);
    expect(await answerOf(await use(token))).toEqual(invalid);
    expect((await use(await tokenFor(app, someone.email))).status).toBe(200);
  });

  it("is bound to the address, in case the change couldn't end the link", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const token = await tokenFor(app, someone.email);
    const stored = await app.database.read("SELECT * FROM tokens");
    await member.patch("/api/user", { email: "jane@example.com" });
    for (const { digest, kind, member_id, expires_at_ms, bound_to } of stored) {
      await app.database.write([{
        sql: `INSERT OR IGNORE INTO tokens (digest, kind, member_id, expires_at_ms, bound_to)
          VALUES (?, ?, ?, ?, ?)`,
        args: [digest!, kind!, member_id!, expires_at_ms!, bound_to!],
      }]);
    }
    const answer = await app.browser().post("/api/reset-password", { token, newPassword });
    expect(await answerOf(answer)).toEqual(invalid);
  });

  it("uses the time of the log's last event if the clock is behind it", async () => {
    const clock = { now: new Date("2026-03-01T12:00:00Z") };
    const pass = (hours: number) => {
      clock.now = new Date(clock.now.getTime() + hours * 3_600_000);
    };
    const { app, member } = await appWithMember({ now: () => clock.now }, someone);
    const token = await tokenFor(app, someone.email);
    pass(2);
    // The link wasn't opened since it expired, and the log has the latest time.
    await app.members.execute(member.memberId, { type: "SelectRole", role: "cadet" }, {
      actorId: "operator",
      correlationId: "one",
    });
    pass(-24);
    const answer = await app.browser().post("/api/reset-password", { token, newPassword });
    expect(await answerOf(answer)).toEqual(invalid);
  });

  it("doesn't wait for work started for others", async () => {
    const app = await appForTest();
    await app.member(someone);
    const token = await tokenFor(app, someone.email);
    const held = Promise.withResolvers<void>();
    app.background.start("what takes long", () => held.promise);
    for (const [each, status] of [["made-up", 400], [token, 200]] as const) {
      const body = { token: each, newPassword };
      expect((await app.browser().post("/api/reset-password", body)).status).toBe(status);
    }
    held.resolve();
  });

  it("refuses passwords that are too short or guessed first, and keeps the token", async () => {
    const app = await appForTest();
    await app.member(someone);
    const token = await tokenFor(app, someone.email);
    const reset = async (password: string) =>
      await answerOf(
        await app.browser().post("/api/reset-password", { token, newPassword: password }),
      );
    expect(await reset("short"))
      .toEqual(withMessage(400, "Password must be at least 6 characters", "newPassword"));
    for (const easy of ["123456", "Password1", "iloveyou"]) {
      expect(await reset(easy)).toMatchObject({
        status: 400,
        body: { fields: { newPassword: expect.stringContaining("Choose another") } },
      });
    }
    expect(await reset(newPassword)).toMatchObject({ status: 200 });
    await app.settled();
    expect(app.mails.at(-1)).toMatchObject({
      to: someone.email,
      subject: "Your TCU Army ROTC Alumni Connect password was changed",
    });
  });
});
