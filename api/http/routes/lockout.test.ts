import { describe, expect, it } from "vitest";
import { type Browser, someone, type TestApp } from "../../testing/app.ts";
import {
  answerOf,
  appForTest,
  appWithMember,
  mailedTokens,
  withMessage,
} from "../../testing/app-for-test.ts";

const login = { username: someone.username, password: someone.password };
const newPassword = "battery staple";
const attacker = { ip: "203.0.113.5" };
const home = { ip: "192.0.2.77" };

/** Sends a wrong password, and returns the answer's status. */
async function guess(browser: Browser, ask: { readonly ip: string }, username = login.username) {
  const wrong = { username, password: `wrong ${Math.random()}` };
  return (await browser.post("/api/login", wrong, ask)).status;
}

async function guessTimes(app: TestApp, times: number, addresses: number) {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    statuses.push(await guess(app.browser(), { ip: `203.0.113.${turn % addresses}` }));
  }
  return statuses;
}

describe("guessing passwords", () => {
  it("doesn't lock out the owner elsewhere, and is told when to try again", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    const statuses = await guessTimes(app, 25, 1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const refused = await app.browser().post("/api/login", login, { ip: "203.0.113.0" });
    expect(refused.headers.get("Retry-After")).toBe("300");
    expect(await answerOf(refused)).toEqual(
      withMessage(429, "Too many failed logins. Try again later."),
    );
    expect((await app.browser().post("/api/login", login, home)).status).toBe(200);
    expect((await member.get("/api/user")).status).toBe(200);
  });

  it("is slowed down from any number of addresses, and never locks out a known browser", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    await member.post("/api/logout");
    const statuses = await guessTimes(app, 120, 40);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(60);
    expect((await app.browser().post("/api/login", login, home)).status).toBe(429);
    // From any address.
    expect((await member.post("/api/login", login, { ip: "203.0.113.1" })).status).toBe(200);
  });

  it("doesn't prevent others at its address from registering", async () => {
    const app = await appForTest({ limits: { failedLoginsPerAddress: 20 } });
    for (let turn = 0; turn < 20; turn++) await guess(app.browser(), attacker, `name${turn}`);
    expect((await app.browser().post("/api/register", someone, attacker)).status).toBe(201);
  });

  it("gets the same answer for an unknown name", async () => {
    const app = await appForTest();
    await app.member(someone);
    const statuses = await guessTimes(app, 60, 6);
    const unknownNameStatuses: number[] = [];
    for (let turn = 0; turn < 60; turn++) {
      unknownNameStatuses.push(
        await guess(app.browser(), { ip: `198.51.100.${turn % 6}` }, "nobody"),
      );
    }
    expect(unknownNameStatuses).toEqual(statuses);
  });

  it("doesn't count as another member's known browser, nor with a changed token", async () => {
    const app = await appForTest();
    await app.member(someone);
    const other = await app.member({ username: "other", email: "other@example.com" });
    for (let turn = 0; turn < 10; turn++) await guess(other, attacker);
    expect(await guess(other, attacker)).toBe(429);
    const forged = app.browser();
    const headers = { Cookie: `browser=${"a".repeat(22)}.9999999999999.${"a".repeat(43)}` };
    for (let turn = 0; turn < 10; turn++) await guess(app.browser(), { ip: "203.0.113.6" });
    const ask = { headers, ip: "203.0.113.6" };
    expect((await forged.post("/api/login", login, ask)).status).toBe(429);
  });

  it("has at most ten tries in its victim's browser", async () => {
    const { app, member: stolen } = await appWithMember(undefined, someone);
    await stolen.post("/api/logout");
    for (let turn = 0; turn < 10; turn++) {
      expect(await guess(stolen, { ip: `203.0.113.${turn}` })).toBe(401);
    }
    expect(await guess(stolen, { ip: "203.0.113.99" })).toBe(429);
    expect((await app.browser().post("/api/login", login, home)).status).toBe(200);
  });

  it("ends with a password reset, after which only the new browser is known", async () => {
    const { app, member } = await appWithMember(undefined, someone);
    await guessTimes(app, 120, 40);
    await app.browser().post("/api/forgot-password", { email: someone.email });
    const [token] = await mailedTokens(app, "reset-password");
    const owner = app.browser();
    expect((await owner.post("/api/reset-password", { token, newPassword })).status).toBe(200);
    const again = { ...login, password: newPassword };
    expect((await app.browser().post("/api/login", again, home)).status).toBe(200);
    await guessTimes(app, 120, 40);
    expect((await app.browser().post("/api/login", again, home)).status).toBe(429);
    expect((await owner.post("/api/login", again, home)).status).toBe(200);
    expect((await member.post("/api/login", again, home)).status).toBe(429);
  });

  it("is counted in the database across restarts", async () => {
    const app = await appForTest();
    await app.member(someone);
    const first = await guessTimes(app, 120, 40);
    const rows = await app.database.read("SELECT level FROM failures");
    expect(rows).toHaveLength(1);
    expect(Math.round(Number(rows[0]?.level))).toBe(
      first.filter((status) => status === 401).length,
    );
  });
});

describe("the cookie of a known browser", () => {
  it.each(
    [
      ["http://127.0.0.1:8000", /^browser=[\w.-]+; Max-Age=34560000; Path=\//, ""],
      [
        "https://alumni.example.edu",
        /^__Host-browser=[\w.-]+; Max-Age=34560000; Path=\//,
        "; Secure",
      ],
    ] as const,
  )("is readable only by the server, on %s", async (appOrigin, form, secure) => {
    const app = await appForTest({ appOrigin });
    const answer = await app.browser().post("/api/register", someone);
    const line = answer.headers.getSetCookie().find((cookie) => cookie.includes("browser="));
    expect(line).toMatch(form);
    expect(line).toContain("; HttpOnly");
    expect(line).toContain("; SameSite=Lax");
    expect(line?.includes("; Secure")).toBe(secure !== "");
  });
});
