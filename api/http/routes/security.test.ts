import { describe, expect, it } from "vitest";
import { someone, type TestApp } from "../../testing/app.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  mailedTokens,
  withMessage,
} from "../../testing/app-for-test.ts";

const newPassword = "battery staple";
const minuteMs = 60_000;

async function given(options: Parameters<typeof appForTest>[0] = {}) {
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const { app, member } = await appWithMember({ now: () => clock.now, ...options }, someone);
  return {
    app,
    member,
    pass: (minutes: number) => clock.now = new Date(clock.now.getTime() + minutes * minuteMs),
  };
}

async function signIn(app: TestApp, password = someone.password, userAgent = "") {
  const browser = app.browser();
  const answer = await browser.post("/api/login", { username: someone.username, password }, {
    headers: { "User-Agent": userAgent },
  });
  return { browser, status: answer.status };
}

const asks = {
  status: 403,
  body: { message: "Enter your password to continue", confirm: true },
};

describe("a change that could take an account from its owner", () => {
  const ways = {
    "another address": ["PATCH", "/api/user", { email: "thief@example.com" }],
    "the end of the account": ["DELETE", "/api/account", undefined],
    "becoming cadre": ["POST", "/api/auth/select-role", { role: "cadre" }],
  } as const;

  it.each(Object.entries(ways))("requires the password: %s", async (_, [method, path, body]) => {
    const { member, pass } = await given();
    pass(10);
    const ask = () => member.send(method, path, body && { body });
    expect(await answerOf(await ask())).toEqual(asks);
    const confirmed = await member.confirmPassword(someone.password);
    expect(confirmed.status).toBe(204);
    expect((await ask()).status).toBeLessThan(300);
  });

  it("requires it once in ten minutes, like after signing in, separately in each session", async () => {
    const { app, member, pass } = await given();
    pass(9);
    const change = async (browser: typeof member, email: string) =>
      (await browser.patch("/api/user", { email })).status;
    expect(await change(member, "a@example.com")).toBe(200);
    pass(1);
    expect(await change(member, "b@example.com")).toBe(403);
    const { browser } = await signIn(app);
    expect((await browser.patch("/api/user", { email: "b@example.com" })).status).toBe(200);
    expect(await change(member, "c@example.com")).toBe(403);
  });

  it("doesn't require it if no such field changes", async () => {
    const { member, pass } = await given();
    pass(60);
    const answer = await member.patch("/api/user", { email: someone.email, firstName: "Joan" });
    expect(answer.status).toBe(200);
    expect((await member.post("/api/auth/select-role", { role: "cadet" })).status).toBe(200);
  });
});

it("confirming the password accepts only the member's own, with limited tries", async () => {
  const { app, member, pass } = await given({ limits: { failedLoginsPerAccount: 3 } });
  await app.member({
    ...someone,
    username: "other",
    email: "o@example.com",
    password: newPassword,
  });
  pass(10);
  const wrong = withMessage(400, "Incorrect password", "password");
  for (let turn = 0; turn < 3; turn++) {
    expect(
      await answerOf(
        await member.confirmPassword(newPassword),
      ),
    )
      .toEqual(wrong);
  }
  expect(await answerOf(await member.delete("/api/account"))).toEqual(asks);
  const right = await member.confirmPassword(someone.password);
  expect(right.status).toBe(429);
  expect(right.headers.get("Retry-After")).toMatch(/^\d+$/);
});

describe("changing the password", () => {
  const currentPassword = someone.password;

  it("changes it, ends every other session and reset link, and sends a mail", async () => {
    const { app, member } = await given();
    const { browser: other } = await signIn(app);
    await app.browser().post("/api/forgot-password", { email: someone.email });
    const [token] = await mailedTokens(app, "reset-password");
    const changed = await member.changePassword({ currentPassword, newPassword });
    expect(changed.status).toBe(204);
    expect((await member.get("/api/user")).status).toBe(200);
    expect((await other.get("/api/user")).status).toBe(401);
    expect((await signIn(app)).status).toBe(401);
    expect((await signIn(app, newPassword)).status).toBe(200);
    const reset = await app.browser().post("/api/reset-password", {
      token,
      newPassword: "another",
    });
    expect(reset.status).toBe(400);
    await app.settled();
    expect(app.mails.at(-1)).toMatchObject({
      to: someone.email,
      subject: "Your TCU Army ROTC Alumni Connect password was changed",
    });
    const [event] = await app.database.read(
      "SELECT type, actor_id FROM events ORDER BY position DESC LIMIT 1",
    );
    expect(event).toMatchObject({ type: "PasswordChanged", actor_id: member.memberId });
  });

  it("requires the current one, and refuses only easily guessed ones", async () => {
    const { member } = await given();
    const change = async (currentPassword: string, newPassword: string) =>
      await answerOf(await member.changePassword({ currentPassword, newPassword }));
    expect(await change(newPassword, newPassword)).toEqual(
      withMessage(400, "Incorrect password", "currentPassword"),
    );
    for (const easy of ["iloveyou", "QWERTY123", "jdoe-1", "DoeJane1985", "jdoe@example.com"]) {
      expect(await change(currentPassword, easy), easy).toMatchObject({
        status: 400,
        body: { fields: { newPassword: expect.stringContaining("Choose another") } },
      });
    }
    let current: string = currentPassword;
    for (const good of ["a jdoe in a tree", "does anybody know", "six-six"]) {
      expect((await change(current, good)).status, good).toBe(204);
      current = good;
    }
  });

  it("succeeds once for two parallel requests", async () => {
    const { app, member } = await given();
    const answers = await Promise.all(
      ["first new one", "second new one"].map((newPassword) =>
        member.changePassword({ currentPassword, newPassword })
      ),
    );
    // The current password of the second request is wrong by then.
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([400, 409]).toContain(statuses[1]);
    const events = await app.database.read(
      "SELECT 1 FROM events WHERE type = 'PasswordChanged'",
    );
    expect(events).toHaveLength(1);
  });
});

describe("sessions", () => {
  it("ends one session, or all but the current one", async () => {
    const { app, member } = await given();
    const other = await app.member({ ...someone, username: "other", email: "o@example.com" });
    const browsers = [await signIn(app), await signIn(app), await signIn(app)];
    const works = async () =>
      await Promise.all(
        browsers.map(async ({ browser }) => (await browser.get("/api/user")).status),
      );
    const listed = await (await browsers[0]!.browser.sessions()).json();
    const { id } = listed.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(
      (await other.does(({ security }, me, origin) => security.endSession(me, id, origin))).status,
    ).toBe(204);
    expect(await works()).toEqual([200, 200, 200]);
    expect(
      (await member.does(({ security }, me, origin) => security.endSession(me, id, origin))).status,
    ).toBe(204);
    expect(await works()).toEqual([401, 200, 200]);
    expect(
      (await browsers[1]!.browser.does(({ security }, me, origin) =>
        security.endOtherSessions(me, origin)
      )).status,
    ).toBe(204);
    expect(await works()).toEqual([401, 200, 401]);
    expect((await member.get("/api/user")).status).toBe(401);
    expect((await other.get("/api/user")).status).toBe(200);
  });
});
