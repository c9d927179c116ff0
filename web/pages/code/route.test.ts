import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { expectAnswer, expectTexts } from "../../testing/expect-answer.ts";
import { aMember, anAlum, invitedByList } from "../../testing/members.ts";
import { createTestSite, now, origin, type TestSiteOptions } from "../../testing/site.ts";
import { createVisitor, type Visitor } from "../../testing/visitor.ts";

const jordan = aMember({ memberId: "jordan", email: "jordan@example.edu", emailVerified: true });
const wrong = "That code is wrong or no longer works.";
const minuteMs = 60_000;

async function given(options: TestSiteOptions = {}) {
  const clock = { ms: now().getTime() };
  const site = await createTestSite({
    members: [jordan],
    now: () => new Date(clock.ms),
    ...options,
  });
  /** Codes that were mailed, oldest first. */
  const mailed = async (to = jordan.email) => {
    await site.testApp.sendMail();
    return site.testApp.mails.filter((mail) => mail.to === to)
      .flatMap(({ subject }) => /^(\d{4} \d{4}) is your/.exec(subject)?.[1] ?? []);
  };
  return {
    site,
    clock,
    mailed,
    visitor: () => createVisitor(site),
    stored: () => site.testApp.database.read("SELECT * FROM tokens WHERE kind = 'code'"),
    sessions: () =>
      site.testApp.database.read("SELECT member_id FROM sessions WHERE member_id = 'jordan'"),
  };
}

const ask = (visitor: Visitor, username = "jordan") =>
  visitor.post("/code", { username, password: "" });
const enter = (visitor: Visitor, code = "") => visitor.post("/code/enter", { code });
const another = (code = "") => code.startsWith("1") ? `2${code.slice(1)}` : `1${code.slice(1)}`;

describe("a mailed code", () => {
  it.each([
    ["the username", "jordan", (code: string) => code],
    ["the address", " Jordan@example.edu", (code: string) => code.replace(" ", "")],
    ["digits with dashes", "jordan", (code: string) => `${code.replace(" ", "-")}\n`],
  ])("signs in once, by %s", async (_, name, typed) => {
    const { mailed, stored, visitor } = await given();
    const [browser, other] = [visitor(), visitor()];
    expect(await ask(browser, name)).toMatchObject({ status: 303, location: "/code" });
    expectTexts((await browser.get("/code")).html, [
      "Enter Your Code",
      'autoComplete="one-time-code"',
      'inputMode="numeric"',
    ]);
    const [code = ""] = await mailed();
    const challenge = browser.cookies.get("challenge");
    expect(await enter(browser, typed(code))).toMatchObject({ status: 303, location: "/" });
    expect([browser.isSignedIn(), browser.cookies.has("challenge")]).toEqual([true, false]);
    expect(await stored()).toEqual([]);
    other.cookies.set("challenge", challenge!);
    expectAnswer(await enter(other, code), 422, wrong);
  });

  it("comes first in its mail, with one link that opens the page filled in", async () => {
    const { mailed, site, stored, visitor } = await given();
    const browser = visitor();
    await ask(browser);
    const [code = ""] = await mailed();
    const { text = "" } = site.testApp.mails[0]!;
    expect(text.split("\n")[0]).toBe(code);
    const links = text.match(/http:\S+/g)?.map((link) => new URL(link)) ?? [];
    const link = links.find(({ pathname }) => pathname === "/code")!;
    const before = await stored();
    const page = await browser.get(link.pathname + link.search);
    expectTexts(page.html, [`value="${code}"`]);
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await stored()).toEqual(before);
  });

  it("works only in the browser that requested it; another one says where to type it", async () => {
    const { mailed, visitor } = await given();
    const [browser, scanner] = [visitor(), visitor()];
    await ask(browser);
    const [code = ""] = await mailed();
    const page = await scanner.get(`/code?code=${code.replace(" ", "")}`);
    expectTexts(page.html, ["The code works only where you asked for it", code], ["<form id"]);
    expectAnswer(await enter(scanner, code), 422, "The code works only where you asked for it");
    await ask(scanner, "no.one");
    expectAnswer(await enter(scanner, code), 422, wrong);
    expect((await enter(browser, code)).status).toBe(303);
  });

  it("expires after five tries, 15 minutes, or a newer code for its browser", async () => {
    const { clock, mailed, visitor } = await given();
    const browsers = [visitor(), visitor(), visitor()];
    for (const browser of browsers) {
      clock.ms += 61 * minuteMs;
      await ask(browser);
      const code = (await mailed()).at(-1);
      if (browser === browsers[0]) {
        for (let turn = 0; turn < 5; turn++) {
          expectAnswer(await enter(browser, another(code)), 422, wrong);
        }
      } else if (browser === browsers[1]) clock.ms += 15 * minuteMs;
      else await ask(browser);
      await mailed();
      expectAnswer(await enter(browser, code), 422, wrong);
    }
    expect((await enter(browsers[2]!, (await mailed()).at(-1))).status).toBe(303);
  });

  it("expires once its browser requests another account's code, which signs in only to that account", async () => {
    const morgan = aMember({ memberId: "morgan", emailVerified: true });
    const { mailed, sessions, visitor } = await given({ members: [jordan, morgan] });
    const browser = visitor();
    await ask(browser);
    const [first] = await mailed();
    await ask(browser, "morgan");
    const [second] = await mailed(morgan.email);
    expectAnswer(await enter(browser, first), 422, wrong);
    const before = (await sessions()).length;
    expect((await enter(browser, second)).status).toBe(303);
    expect((await sessions()).length).toBe(before);
  });

  it("can be requested on two devices at once", async () => {
    const { mailed, visitor } = await given();
    const browsers = [visitor(), visitor()];
    const codes: string[] = [];
    for (const browser of browsers) {
      await ask(browser);
      codes.push((await mailed()).at(-1)!);
    }
    for (const [at, browser] of browsers.entries()) {
      expect((await enter(browser, codes[at])).status).toBe(303);
    }
  });

  it("allows five tries and one use, even by simultaneous requests", async () => {
    const { mailed, sessions, stored, visitor } = await given();
    for (const right of [0, 1, 7]) {
      const browser = visitor();
      await ask(browser);
      const code = (await mailed()).at(-1);
      const before = (await sessions()).length;
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => {
          const twin = visitor();
          for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
          return enter(twin, at % 2 === right % 2 || right === 7 ? code : another(code));
        }),
      );
      const signedIn = answers.filter(({ status }) => status === 303).length;
      expect(signedIn).toBeLessThanOrEqual(1);
      expect((await sessions()).length - before).toBe(signedIn);
      for (const { tries } of await stored()) expect(Number(tries)).toBeLessThanOrEqual(5);
    }
  });

  it("isn't used up if the session can't be stored", async () => {
    const { mailed, site, visitor } = await given();
    const browser = visitor();
    await ask(browser);
    const [code] = await mailed();
    const { database } = site.testApp;
    const { write } = database;
    const full = () => Promise.reject(new DatabaseNotWritable("The disk is full"));
    // The try is counted before the disk is full.
    Object.assign(database, {
      async write(...written: Parameters<typeof write>) {
        Object.assign(database, { write: full });
        return await write.apply(database, written);
      },
    });
    expectAnswer(await enter(browser, code), 503, "You can&#x27;t sign in right now");
    expect(browser.isSignedIn()).toBe(false);
    Object.assign(database, { write });
    expect((await enter(browser, code)).status).toBe(303);
  });

  it("can't be read from the database", async () => {
    const { mailed, site, stored, visitor } = await given();
    const browser = visitor();
    await ask(browser);
    const [code = ""] = await mailed();
    const [row] = await stored();
    expect(JSON.stringify(row)).not.toContain(code.replace(" ", ""));
    expect(JSON.stringify(row)).not.toContain(browser.cookies.get("challenge"));
    expect(JSON.stringify(site.testApp.logged)).not.toContain(code.replace(" ", ""));
  });

  it("is mailed at most twice an hour, and a third time to a known browser", async () => {
    const { clock, mailed, visitor } = await given();
    const known = visitor();
    await known.post("/login", { username: "jordan", password: "correct horse" });
    await known.post("/logout");
    const stranger = visitor();
    for (let turn = 0; turn < 4; turn++) {
      expect(await ask(stranger)).toMatchObject({ status: 303, location: "/code" });
    }
    expect(await mailed()).toHaveLength(2);
    await ask(known);
    const codes = await mailed();
    expect(codes).toHaveLength(3);
    // The last one mailed still works.
    expect((await enter(stranger, codes[1])).status).toBe(303);
    for (let hour = 1; hour < 12; hour++) {
      clock.ms += 62 * minuteMs;
      await ask(visitor());
      await mailed();
    }
    expect(await mailed()).toHaveLength(7);
    for (let turn = 0; turn < 4; turn++) {
      await ask(known);
      await mailed();
    }
    expect(await mailed()).toHaveLength(10);
  });

  it("is counted by network address, too", async () => {
    const { visitor } = await given({ limits: { codeRequestsPerAddress: 1 } });
    await ask(visitor());
    expectAnswer(await ask(visitor(), "other"), 429, "Too many requests for a code");
  });
});

describe("a code in another browser", () => {
  const newPassword = "battery staple 42";
  const typed = { newPassword, confirmPassword: newPassword };
  type Given = Awaited<ReturnType<typeof given>>;

  it.each<[string, (given: Given) => Promise<unknown>]>([
    ["the password is changed", ({ site }) =>
      site.send(
        "/profile/security/password",
        { currentPassword: "correct horse", ...typed },
        "jordan",
      )],
    ["it is forgotten and set again", async ({ site, visitor }) => {
      await visitor().post("/forgot-password", { email: jordan.email });
      await site.testApp.sendMail();
      const text = site.testApp.mails.map(({ text = "" }) => text).join();
      const token = /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
      return await site.send("/reset-password", { token, ...typed });
    }],
    [
      "its owner signs out everywhere else",
      ({ site }) => site.send("/profile/security/end-session", {}, "jordan"),
    ],
    ["the address is another one", async ({ site }) => {
      const form = { email: "new@example.com", as: "main" };
      await site.send("/profile/addresses", form, "jordan");
      await site.testApp.sendMail();
      const text = site.testApp.mails.find(({ to }) => to === form.email)?.text ?? "";
      const code = /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? "";
      return await site.send("/profile/addresses/confirm", { code }, "jordan");
    }],
  ])("ends when %s", async (_, happens) => {
    const all = await given();
    const { mailed, visitor } = all;
    const browser = visitor();
    await ask(browser);
    const [code] = await mailed();
    expect([200, 303]).toContain((await happens(all) as { status: number }).status);
    expectAnswer(await enter(browser, code), 422, wrong);
    expect(browser.isSignedIn()).toBe(false);
  });

  it("doesn't confirm an address that the account got after the code was made", async () => {
    const eve = aMember({ memberId: "eve", email: "eve@example.com" });
    const { mailed, site, visitor } = await given({ members: [eve] });
    const victims = { email: "victim@example.edu", as: "main" };
    const before = (await site.stored("eve"))!;
    await site.send("/profile/addresses", victims, "eve");
    const { challenge } = await site.product.codeByMail.askAgain(before, origin);
    const [code] = await mailed(eve.email);
    const browser = visitor();
    browser.cookies.set("challenge", challenge);
    expectAnswer(await enter(browser, code), 422, wrong);
    const { email, emailVerified } = (await site.stored("eve"))!;
    expect({ email, emailVerified }).toEqual({ email: victims.email, emailVerified: false });
  });
});

describe("any order of requests and tries", () => {
  it("gives one session per code, and at most five tries", async () => {
    const act = fc.oneof(
      fc.record({ does: fc.constant("ask"), browser: fc.nat(1) } as const),
      fc.record(
        {
          does: fc.constant("enter"),
          browser: fc.nat(1),
          /** Which of the mailed codes is typed; otherwise a wrong one. */
          code: fc.nat(4),
          atOnce: fc.integer({ min: 1, max: 3 }),
        } as const,
      ),
    );
    const { mailed, sessions, stored, visitor } = await given({
      limits: { codesPerAccount: 10_000, codesPerAccountADay: 10_000, mailsPerRecipient: 10_000 },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const browsers = [visitor(), visitor()];
        const known = (await mailed()).length;
        const used = new Map<string, number>();
        const before = (await sessions()).length;
        for (const one of acts) {
          const browser = browsers[one.browser]!;
          if (one.does === "ask") await ask(browser);
          const codes = (await mailed()).slice(known);
          if (one.does === "ask") continue;
          const code = codes[one.code] ?? "00000000";
          const answers = await Promise.all(Array.from({ length: one.atOnce }, () => {
            const twin = visitor();
            const challenge = browser.cookies.get("challenge");
            if (challenge !== undefined) twin.cookies.set("challenge", challenge);
            return enter(twin, code);
          }));
          const signedIn = answers.filter(({ status }) => status === 303).length;
          used.set(code, (used.get(code) ?? 0) + signedIn);
        }
        for (const times of used.values()) expect(times).toBeLessThanOrEqual(1);
        const sum = [...used.values()].reduce((all, times) => all + times, 0);
        expect((await sessions()).length - before).toBe(sum);
        for (const { tries } of await stored()) expect(Number(tries)).toBeLessThanOrEqual(5);
      }),
      { numRuns: 25 },
    );
  });
});

describe("requesting a code", () => {
  const since = "2026-03-01T12:00:00.000Z";
  const suspended: MemberRecord = aMember({ memberId: "sam", emailVerified: true });

  it("gets the same answer with and without an account", async () => {
    const { site, stored, visitor } = await given({
      members: [
        jordan,
        suspended,
        anAlum("kim"),
        aMember({ memberId: "waiting", admission: { state: "waiting", needs: "approval", since } }),
      ],
    });
    await site.execute("sam", { type: "Suspend" });
    const answers = [];
    for (const name of ["jordan", "sam", "kim", "waiting", "no.one", "no@example.com"]) {
      const browser = visitor();
      const { status, location, html } = await ask(browser, name);
      const page = (await browser.get("/code")).html.replaceAll(/nonce="[^"]*"/g, "");
      const refused = await enter(browser, "00000000");
      const said = refused.html.replaceAll(/nonce="[^"]*"/g, "");
      answers.push(JSON.stringify([status, location, html, page, refused.status, said]));
    }
    expect(new Set(answers).size).toBe(1);
    await site.testApp.settled();
    expect(await stored()).toHaveLength(6);
  });

  it("reports an invalid name at the login", async () => {
    const { visitor } = await given();
    expectAnswer(await ask(visitor(), "jo"), 422, "Username must be at least 3 characters");
    const forgot = await visitor().post("/code", { email: jordan.email });
    expect(forgot).toMatchObject({ status: 303, location: "/code" });
  });

  it("gives the support address if the site can't send email", async () => {
    const { site, visitor } = await given();
    Object.assign(site.testApp.product.codeByMail, { isPossible: () => Promise.resolve(false) });
    const browser = visitor();
    await ask(browser);
    expectTexts((await browser.get("/code")).html, ["No code was sent", "mailto:support@"]);
  });

  it("shows the code in development, where it works immediately", async () => {
    const { visitor } = await given({ showsDevToken: true });
    const browser = visitor();
    const { cookies } = await ask(browser);
    const [, code] = /The code: (\d{8})/.exec(cookies) ?? [];
    expect((await enter(browser, code)).status).toBe(303);
  });

  it("tells suspended members so only after the right code", async () => {
    const { site, mailed, visitor } = await given({ members: [suspended] });
    await site.execute("sam", { type: "Suspend" });
    const browser = visitor();
    await ask(browser, "sam");
    expectAnswer(await enter(browser, "00000000"), 422, wrong);
    const [code] = await mailed(suspended.email);
    expectAnswer(await enter(browser, code), 403, "Your account is suspended.");
    expect(browser.isSignedIn()).toBe(false);
  });
});

describe("an invited person who forgot their invitation", () => {
  it("reaches their invitation by a code, and accepts it", async () => {
    const pat = aMember({ memberId: "pat", username: "pat.doe", invitation: invitedByList });
    const { mailed, visitor } = await given({ members: [pat] });
    const browser = visitor();
    await ask(browser, pat.email);
    const { status, location } = await enter(browser, (await mailed(pat.email))[0]);
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/invitation\?token=/)]);
    expect(browser.isSignedIn()).toBe(false);
    const token = new URL(location!, "http://localhost").searchParams.get("token")!;
    expectTexts((await browser.get(location!)).html, ["Jordan"]);
    const accepted = await browser.post("/invitation", { token, does: "hide" });
    expect([accepted.status, browser.isSignedIn()]).toEqual([303, true]);
    // They have no password yet, and can set one.
    const form = { newPassword: "battery staple", confirmPassword: "battery staple" };
    await browser.post("/profile/security/first-password", form);
    const login = { username: "pat.doe", password: form.newPassword };
    expect((await visitor().post("/login", login)).status).toBe(303);
  });
});

describe("a code to an address that isn't confirmed", () => {
  it("removes the registrant's password, sessions and links", async () => {
    const { site, mailed, visitor } = await given({
      members: [aMember({ memberId: "jordan", email: jordan.email })],
    });
    const stranger = visitor();
    await stranger.post("/login", { username: "jordan", password: "correct horse" });
    await site.issue("reset-password", "a mailed token", (await site.stored("jordan"))!);
    const owner = visitor();
    await ask(owner, jordan.email);
    const done = await enter(owner, (await mailed())[0]);
    expect([done.status, owner.isSignedIn()]).toEqual([303, true]);
    expect(done.cookies).toContain("We removed the password that was set before");
    expect(await site.stored("jordan")).toMatchObject({ emailVerified: true });
    expect((await stranger.get("/profile/security")).location).toBe("/");
    const again = await stranger.post("/login", { username: "jordan", password: "correct horse" });
    expect(again.status).toBe(401);
    expectTexts((await stranger.get("/reset-password?token=a%20mailed%20token")).html, ["expired"]);

    expectTexts((await owner.get("/profile/security")).html, ["Set a Password"]);
    const form = { newPassword: "battery staple", confirmPassword: "battery staple" };
    const set = await owner.post("/profile/security/first-password", form);
    expect(set).toMatchObject({ status: 303, location: "/profile/security" });
    expect((await owner.get("/profile/security")).html).toContain("Change Password");
    expect((await owner.post("/profile/security/first-password", form)).status).toBe(409);
    const login = { username: "jordan", password: form.newPassword };
    expect((await visitor().post("/login", login)).status).toBe(303);
  });
});
