import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../features/program/decision.ts";
import { someone, type TestAppOptions } from "../testing/app.ts";
import { appForTest, mailedTokens } from "../testing/app-for-test.ts";
import { Authenticator, type Ceremony } from "../testing/authenticator.ts";
import { confirmAddress } from "../testing/connected.ts";
import type { Origin } from "./origin.ts";

const appOrigin = "https://alumni.example.edu";
const { username, password, email } = someone;

async function given(options: TestAppOptions = {}) {
  const app = await appForTest({ appOrigin, cadreCode: "a code", ...options });
  const { member: { memberId }, browser } = await registered(app);
  const origin: Origin = {
    requestId: crypto.randomUUID(),
    ip: "192.0.2.1",
    session: { id: "session", proofs: { password: Date.now() } },
  };
  /** The log lines of some work, in order and without requests. */
  async function linesOf(work: () => Promise<unknown>) {
    await app.settled();
    const before = app.logged.length;
    await work().catch(() => undefined);
    await app.settled();
    return app.logged.slice(before).filter(({ event }) => event !== "request")
      .map(({ level: _, requestId, ...line }) => {
        expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
        return line;
      });
  }
  const logIn = (body: object, from = app.browser()) => from.post("/api/login", body);
  return { app, memberId, browser, origin, linesOf, logIn };
}

async function registered(app: Awaited<ReturnType<typeof appForTest>>) {
  const browser = await app.member(someone);
  await confirmAddress(app, browser.memberId);
  return { member: browser, browser };
}

/** Requests a code like a page. Returns the browser's challenge and the mailed code. */
async function askForCode({ app, origin }: Awaited<ReturnType<typeof given>>, name: string) {
  const { challenge } = await app.product.codeByMail.ask({ username: name }, origin);
  await app.sendMail();
  const [, first, last] = /^(\d{4}) (\d{4}) is your/.exec(app.mails.at(-1)?.subject ?? "") ?? [];
  return { from: { ...origin, challenge }, code: `${first}${last}` };
}

describe("the service's log", () => {
  it("names members who sign in, with their proof, and members who sign out", async () => {
    const site = await given();
    const { app, memberId, browser, origin, linesOf, logIn } = site;
    const { passkeys, login, codeSignIn, passwordReset, security } = app.product;
    const signedIn = (...by: string[]) => ({ event: "signed in", member: memberId, by });
    const signedOut = (which: string) => ({ event: "signed out", member: memberId, which });
    expect(await linesOf(() => logIn({ username, password }))).toEqual([signedIn("password")]);

    const { from, code } = await askForCode(site, username);
    expect(await linesOf(() => codeSignIn.enter({ code }, from))).toEqual([signedIn("code")]);

    const ceremony = (challenge: string): Ceremony => ({
      ...{ challenge, origin: appOrigin, rpId: new URL(appOrigin).hostname },
    });
    const member = (await app.readModel.members.byId(memberId))!;
    const authenticator = new Authenticator();
    const created = authenticator.create(ceremony((await passkeys.optionsToAdd(member)).challenge));
    expect(await linesOf(() => passkeys.add(memberId, { created, name: "iPhone" }, origin)))
      .toEqual([{ event: "passkey added", member: memberId, actor: memberId }]);
    const answer = authenticator.get(ceremony(passkeys.optionsToSignIn().challenge));
    expect(await linesOf(() => login.byPasskey(answer, origin))).toEqual([signedIn("passkey")]);

    await app.product.wayIn.request({ email }, origin);
    const [token = ""] = await mailedTokens(app, "reset-password", email);
    const newPassword = "battery staple";
    expect(await linesOf(() => passwordReset.complete({ token, newPassword }, origin)))
      .toEqual([{ event: "password changed by a link", member: memberId, actor: memberId }]);

    const again = app.browser();
    await logIn({ username, password: newPassword }, again);
    expect(await linesOf(() => again.confirmPassword(newPassword)))
      .toEqual([{ event: "proved again", member: memberId, by: ["password"] }]);
    await logIn({ username, password: newPassword });
    expect(await linesOf(() => security.endOtherSessions(memberId, origin)))
      .toEqual([signedOut("all others")]);
    await logIn({ username, password: newPassword }, browser);
    expect(await linesOf(() => browser.post("/api/logout"))).toEqual([signedOut("this")]);
    expect(await linesOf(() => browser.post("/api/logout"))).toEqual([]);
  });

  it("names the refused account and the reason, but not an account that doesn't exist", async () => {
    const site = await given({ limits: { failedLoginsPerAccount: 2 } });
    const { app, memberId, browser, linesOf, logIn } = site;
    const { codeSignIn, login, passwordReset } = app.product;
    const refused = (by: string, reason: string, member: object = { member: memberId }) => ({
      ...{ event: "sign-in refused", by: [by], reason, ...member },
    });
    const wrong = { username, password: "not this one" };
    expect(await linesOf(() => logIn(wrong))).toEqual([refused("password", "wrong")]);
    expect(await linesOf(() => logIn({ ...wrong, username: "no one" })))
      .toEqual([refused("password", "wrong", {})]);
    await logIn(wrong);
    expect(await linesOf(() => logIn(wrong))).toEqual([
      { event: "limit reached", route: "/api/login" },
      refused("password", "too many tries"),
    ]);

    const { from, code } = await askForCode(site, username);
    const another = code.startsWith("1") ? `2${code.slice(1)}` : `1${code.slice(1)}`;
    expect(await linesOf(() => codeSignIn.enter({ code: another }, from)))
      .toEqual([refused("code", "wrong")]);
    const { from: decoy } = await askForCode(site, "no one");
    expect(await linesOf(() => codeSignIn.enter({ code }, decoy)))
      .toEqual([refused("code", "wrong", {})]);

    expect(await linesOf(() => login.byPasskey(undefined, from)))
      .toEqual([refused("passkey", "wrong", {})]);
    expect(await linesOf(() => passwordReset.complete({ token: "x", newPassword: "y" }, from)))
      .toEqual([refused("link", "wrong", {})]);
    expect(await linesOf(() => browser.confirmPassword("not this one")))
      .toEqual([{ event: "proof refused", member: memberId, by: ["password"], reason: "wrong" }]);
  });

  it("names the member whose address or staff access changed, and the actor", async () => {
    const { app, memberId, browser, linesOf } = await given();
    const { addresses } = app.product;
    const line = (event: string, actor = memberId, member = memberId) => ({ event, member, actor });
    expect(await linesOf(() => browser.patch("/api/user", { email: "new@example.com" })))
      .toEqual([line("address asked for")]);
    await app.sendMail();
    const code = app.mails.map(({ text }) => /\b(\d{4}) (\d{4})\b/.exec(text ?? ""))
      .flatMap((found) => found ? [`${found[1]}${found[2]}`] : []).at(-1) ?? "";
    const confirm = () => browser.does((_, me, origin) => addresses.confirm(me, code, origin));
    expect(await linesOf(confirm)).toEqual([line("address changed")]);

    const staff = await app.member({ role: "cadre", cadreCode: "a code" });
    const decide = (decision: Decision) => linesOf(() => staff.decide(memberId, decision));
    expect(await decide({ type: "GrantCadre" })).toEqual([
      line("staff access given", staff.memberId),
    ]);
    expect(await decide({ type: "TakeCadre", role: "alumni" })).toEqual([
      line("staff access removed", staff.memberId),
      line("cadre role left", staff.memberId),
    ]);
  });

  it("has no text that people type to sign in", async () => {
    const site = await given({ limits: { failedLoginsPerAddress: 1e6 } });
    const { app, linesOf, logIn, origin } = site;
    const { codeSignIn, passwordReset, wayIn } = app.product;
    const typed = fc.string({ minLength: 6, maxLength: 60, unit: "grapheme-ascii" })
      .map((text) => `Quetzalcoatl ${text}`);
    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (text, isKnown) => {
        const lines = await linesOf(async () => {
          await logIn({ username: isKnown ? username : text, password: text });
          await codeSignIn.enter({ code: text }, { ...origin, challenge: text })
            .catch(() => undefined);
          await passwordReset.complete({ token: text, newPassword: text }, origin)
            .catch(() => undefined);
          await wayIn.request({ email: text }, origin);
        });
        expect(lines.length).toBeGreaterThan(2);
        expect(JSON.stringify(lines)).not.toMatch(/Quetzalcoatl|jane|192\.0\.2/i);
      }),
      { numRuns: 10 },
    );
  });
});
