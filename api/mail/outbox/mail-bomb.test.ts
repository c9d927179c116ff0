import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { type Browser, someone, type TestApp, type TestAppOptions } from "../../testing/app.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { connectedApp, type Person } from "../../testing/connected.ts";
import { TestMail } from "../../testing/test-mail.ts";
import { MailRefused, MailUnavailable, type Message } from "../mail.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const afterAnHourMs = hourMs + 2 * minuteMs;
const origin = { requestId: "test", ip: "192.0.2.1" };

async function given(options: TestAppOptions = {}) {
  const limits = { changesPerMember: 1000, messagesPerMember: 1000, registrationsPerAddress: 1000 };
  const connected = await connectedApp({ cadreCode: "code", limits, ...options });
  const { app, clock } = connected;
  const staff = await app.member({ username: "sam", role: "cadre", cadreCode: "code" });
  const casey = await connected.person("Casey");
  clock.ms += afterAnHourMs;
  await app.outboxSender.sendDue();
  /** Staff turn asking off and on again for the member, this many times. */
  const toggle = async ({ memberId }: Person, count: number) => {
    const { decisions } = app.product;
    for (let turn = 0; turn < count; turn++) {
      const type = turn % 2 === 0 ? "CloseAsking" : "OpenAsking";
      await decisions.decide(staff.memberId, memberId, { type }, origin);
    }
  };
  return { ...connected, staff, casey, toggle };
}

/** Two cadets have asked Morgan, whose mailbox has reached the hour's limit. */
async function heldForMorgan() {
  const { person, ask, toggle, mailed, ...others } = await given();
  const [jordan, morgan] = [await person("Jordan"), await person("Morgan", "alumni")];
  await toggle(morgan, 40);
  await mailed();
  await ask(others.casey, morgan, "Words of Casey");
  await ask(jordan, morgan, "Words of Jordan");
  return { ...others, morgan, toggle, mailed };
}

const sendAll = (...apps: readonly TestApp[]) => Promise.all(apps.map((app) => app.sendMail()));
/** Kinds of mails that are still queued. */
const queued = (app: TestApp) => app.database.read("SELECT kind FROM outbox");

async function changeAddress({ members }: TestApp, memberId: string, email: string) {
  await members.execute(memberId, { type: "AskAddress", as: "main", email }, cause);
  await members.execute(memberId, { type: "ConfirmAddress", email }, cause);
}

const forget = async (browser: Browser, email: string) => {
  expect((await browser.post("/api/forgot-password", { email })).status).toBe(200);
};

async function deleteAccount(app: TestApp, username: string) {
  const browser = app.browser();
  await browser.post("/api/login", { username, password: someone.password });
  expect((await browser.delete("/api/account")).status).toBe(204);
}

const short = ({ subject }: Message) => subject.replace(" TCU Army ROTC Alumni Connect", "");
const isTo = (email: string) => ({ to }: Message) => to === email;

describe("mails to one recipient", () => {
  it("are at most 20 in an hour, and the last one tells staff's latest decision", async () => {
    const { app, casey, clock, toggle } = await given();
    const before = app.mails.length;
    await toggle(casey, 81);
    await sendAll(app);
    const first = app.mails.slice(before).length;
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThanOrEqual(20);
    // Held mails raise no alarm.
    expect(await queued(app)).not.toEqual([]);
    expect(await app.figures.alumni_outbox_waiting_mails()).toBe(0);
    expect(await app.mailQueue.waiting()).toMatchObject({ failed: 0 });
    clock.ms += afterAnHourMs;
    await sendAll(app);
    await sendAll(app);
    clock.ms += 5 * hourMs;
    await sendAll(app);
    expect(await queued(app)).toEqual([]);
    expect(app.mails.length - before).toBeLessThanOrEqual(first + 5);
    expect(app.mails.map(short).at(-1)).toBe("You can no longer ask for help on");
    expect(app.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  it("are joined across their kinds, each with its words and its link", async () => {
    const { clock, morgan, toggle, mailed } = await heldForMorgan();
    await toggle(morgan, 1);
    expect(await mailed()).toEqual([]);
    clock.ms += afterAnHourMs;
    const mails = await mailed();
    expect(mails.map(short)).toEqual(["3 updates from"]);
    const [{ text, html }] = mails as [Message];
    expect(text.match(/\/c\/[\w-]+/g)).toHaveLength(2);
    for (const part of [text, html]) {
      for (const words of ["Words of Casey", "Words of Jordan", "you can no longer ask for help"]) {
        expect(part).toContain(words);
      }
      expect(part.match(/Hello Morgan,/g)).toHaveLength(1);
      expect(part).not.toContain("opened your account");
    }
  });

  it("are at most 20 by two processes, and after a restart", async () => {
    const { app, casey, clock, toggle } = await given();
    const other = await appForTest({ beside: app, now: () => new Date(clock.ms) });
    const before = app.mails.length;
    await toggle(casey, 40);
    await sendAll(app, other);
    const again = await appForTest({ beside: app, now: () => new Date(clock.ms) });
    await toggle(casey, 40);
    await sendAll(app, other, again);
    const sent = [...app.mails.slice(before), ...other.mails, ...again.mails];
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.length).toBeLessThanOrEqual(20);
    clock.ms += afterAnHourMs;
    await sendAll(app, other, again);
    await sendAll(app, other, again);
    expect(await queued(app)).toEqual([]);
  });

  it("count once, however often they are tried", async () => {
    const mail = new TestMail();
    const { tried, sent } = mail;
    const mailPace = { longestRetryMs: 2 * minuteMs };
    const { app, casey, clock, toggle } = await given({ mail, mailPace });
    mail.failure = new MailUnavailable("ESOCKET");
    const before = tried.length;
    await toggle(casey, 4);
    for (let turn = 0; turn < 8; turn++) {
      await sendAll(app);
      clock.ms += 5 * minuteMs;
    }
    expect(tried.length - before).toBeGreaterThan(10);
    mail.failure = undefined;
    clock.ms += 10 * minuteMs;
    const delivered = sent.length;
    await toggle(casey, 11);
    await sendAll(app);
    expect(sent.length - delivered).toBe(15);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
  });

  it("are one message with the same words at each attempt, and are given up together", async () => {
    const mail = new TestMail();
    const { tried } = mail;
    const { app, casey, clock, toggle, person, ask } = await given({ mail });
    const morgan = await person("Morgan", "alumni");
    await toggle(morgan, 40);
    await sendAll(app);
    await ask(casey, morgan);
    await sendAll(app);
    clock.ms += afterAnHourMs;
    mail.failure = new MailUnavailable("ESOCKET");
    const from = tried.length;
    await sendAll(app);
    await toggle(morgan, 1);
    clock.ms += minuteMs;
    await sendAll(app);
    const joined = tried.slice(from).filter((message) => short(message) === "2 updates from");
    expect(joined.length).toBeGreaterThan(1);
    expect(new Set(joined.map((message) => JSON.stringify(message))).size).toBe(1);
    mail.failure = new MailRefused("EENVELOPE 550");
    clock.ms += hourMs;
    await sendAll(app);
    const left = await app.database.read(
      "SELECT kind FROM outbox WHERE member_id = ? AND kind <> 'connection-reminder'",
      [morgan.memberId],
    );
    expect(left).toEqual([]);
  });

  it("have a place reserved for the latest link to reset a password", async () => {
    const { app, casey, clock, toggle } = await given({ limits: { changesPerMember: 1000 } });
    await toggle(casey, 60);
    await sendAll(app);
    const before = app.mails.length;
    for (let turn = 0; turn < 5; turn++) {
      await forget(app.browser(), casey.email);
      await app.settled();
    }
    await sendAll(app);
    const resets = app.mails.slice(before).filter(isTo(casey.email));
    expect(resets.map(short)).toEqual(Array(5).fill("Reset your password"));
    const token = /token=([\w-]+)/.exec(resets.at(-1)?.text ?? "")?.[1];
    const answer = await app.browser().post("/api/reset-password", {
      token,
      newPassword: "battery staple",
    });
    expect(answer.status).toBe(200);
    expect(app.mails.filter(({ writtenAt }) => clock.ms - writtenAt.getTime() < hourMs).length)
      .toBeLessThanOrEqual(20);
  });

  it("leave out a member who was erased while they were held", async () => {
    const { app, clock, mailed } = await heldForMorgan();
    await mailed();
    await deleteAccount(app, "login-Casey");
    await app.follow();
    clock.ms += afterAnHourMs;
    await mailed();
    // The queued mails about Casey are deleted.
    const mails = app.mails.filter(({ text }) => text.includes("Words of"));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Words of Jordan");
    expect(mails[0]?.text).not.toContain("Casey");
  });
});

describe("registrations of one mailbox", () => {
  const register = async (app: TestApp, number: number) =>
    await app.member({ username: `kim${number}`, email: `kim+${number}@example.com` });

  it("are mailed once an hour; the other people can ask for a link", async () => {
    const { app, clock } = await given();
    const kims = [];
    for (let number = 1; number <= 20; number++) kims.push(await register(app, number));
    await sendAll(app);
    const mailsToKim = () => app.mails.filter(({ to }) => to.startsWith("kim+"));
    expect(mailsToKim().map(({ to }) => to)).toEqual(["kim+1@example.com"]);
    expect(await queued(app)).toEqual([]);
    expect((await kims[7]?.askForLink())?.status)
      .toBe(204);
    await sendAll(app);
    expect(mailsToKim().map(({ to }) => to)).toEqual(["kim+1@example.com", "kim+8@example.com"]);
    clock.ms += afterAnHourMs;
    await register(app, 21);
    await sendAll(app);
    expect(mailsToKim()).toHaveLength(3);
  });

  it("leave the mailbox room for other mail", async () => {
    const { app, casey } = await given();
    const email = "casey+tag@example.com";
    for (let number = 1; number <= 30; number++) {
      await app.member({ username: `casey${number}`, email: `casey+${number}@example.com` });
    }
    await sendAll(app);
    const before = app.mails.length;
    await changeAddress(app, casey.memberId, email);
    await forget(app.browser(), email);
    await sendAll(app);
    expect(app.mails.slice(before).map(short)).toContain("Reset your password");
  });
});
