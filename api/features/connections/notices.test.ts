import { describe, expect, it, onTestFinished } from "vitest";
import {
  accept,
  connectedPair,
  decline,
  end,
  type Person,
  write,
} from "../../testing/connected.ts";
import { appForTest } from "../../testing/app-for-test.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { createSmtpMail } from "../../mail/drivers/smtp.ts";
import { Notices } from "../../../events/connections/notices.ts";
import { someone, type TestAppOptions } from "../../testing/app.ts";

const minuteMs = 60_000;
const quarterHourMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;

const sender = { name: "TCU", address: "alumni@example.edu", replyTo: "support@example.edu" };

async function given(options: TestAppOptions = {}) {
  const connected = await connectedPair(options);
  const { app, mailed } = connected;
  const read = async (who: Person, id: string) => {
    expect((await who.conversation(id)).status).toBe(200);
  };
  /** Subjects and quoted texts of what was mailed since the last time. */
  const quoted = async () =>
    (await mailed()).map(({ text }) => text.match(/^> .*$/gm)?.map((line) => line.slice(2)) ?? []);
  const waiting = async () =>
    (await app.database.read("SELECT kind FROM outbox"))
      .filter(({ kind }) => kind !== "connection-reminder");
  return { ...connected, read, quoted, waiting };
}

/** A conversation that the mentor has accepted and read, with nothing that waits. */
async function inTouch(options?: TestAppOptions) {
  const all = await given(options);
  const { casey, morgan, ask, act, read, clock, mailed } = all;
  const id = await ask(casey, morgan);
  await act(morgan, id, accept);
  await mailed();
  for (const who of [casey, morgan]) await read(who, id);
  clock.ms += quarterHourMs;
  return { ...all, id };
}

describe("a notice of new messages", () => {
  it("is sent once, however much is written, until the conversation is read", async () => {
    const { casey, morgan, act, id, read, clock, quoted } = await inTouch();
    await act(casey, id, write("One"));
    expect(await quoted()).toEqual([["One"]]);
    for (let day = 0; day < 5; day++) {
      clock.ms += 24 * hourMs;
      await act(casey, id, write("More"));
      expect(await quoted()).toEqual([]);
    }
    await read(morgan, id);
    expect(await quoted()).toEqual([]);
    await act(casey, id, write("After it was read"));
    expect(await quoted()).toEqual([["After it was read"]]);
  });

  it("may be followed by another once its reader has answered", async () => {
    const { casey, morgan, act, id, clock, mailed, quoted } = await inTouch();
    await act(casey, id, write("One"));
    await mailed();
    await act(morgan, id, write("Yes?"));
    await mailed();
    clock.ms += quarterHourMs;
    await act(casey, id, write("Two"));
    expect(await quoted()).toEqual([["Two"]]);
  });

  it("gathers messages of a quarter of an hour, and is sent after it", async () => {
    const { casey, morgan, act, id, read, clock, quoted } = await inTouch();
    await act(casey, id, write("One"));
    expect(await quoted()).toEqual([["One"]]);
    clock.ms += minuteMs;
    await read(morgan, id);
    for (const text of ["Two", "Three", "Four"]) {
      await act(casey, id, write(text));
      expect(await quoted()).toEqual([]);
      clock.ms += minuteMs;
    }
    clock.ms += quarterHourMs - 5 * minuteMs;
    expect(await quoted()).toEqual([]);
    clock.ms += minuteMs;
    expect(await quoted()).toEqual([["Two", "Three", "Four"]]);
    clock.ms += hourMs;
    expect(await quoted()).toEqual([]);
  });

  it("is dropped when all its messages were read before it was sent", async () => {
    const { casey, morgan, act, id, read, clock, quoted, waiting } = await inTouch();
    await act(casey, id, write("One"));
    await quoted();
    await read(morgan, id);
    await act(casey, id, write("Two"));
    await quoted();
    await read(morgan, id);
    expect(await waiting()).toEqual([]);
    clock.ms += hourMs;
    expect(await quoted()).toEqual([]);
    await act(casey, id, write("Three"));
    expect(await quoted()).toEqual([["Three"]]);
  });

  it.each([
    ["many messages", 13, "Text", 10],
    ["very long messages", 5, "x".repeat(3900), 2],
  ])("quotes the first of %s, and counts the others", async (_, count, words, quotedCount) => {
    const { casey, morgan, act, id, read, clock, mailed } = await inTouch();
    await act(casey, id, write("One"));
    await mailed();
    await read(morgan, id);
    for (let at = 1; at <= count; at++) await act(casey, id, write(`${words} ${at} of ${count}`));
    clock.ms += quarterHourMs;
    const [notice, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(notice?.subject).toContain("About Networking: a new message");
    expect(notice?.text).toContain(`Here are the first ${quotedCount}, and 3 more are waiting:`);
    expect(notice?.text).toContain(` ${quotedCount} of ${count}`);
    expect(notice?.text).not.toContain(` ${quotedCount + 1} of ${count}`);
  });

  it("is sent after a request or an answer as after a notice", async () => {
    const { casey, morgan, ask, act, read, clock, mailed, quoted } = await given();
    const id = await ask(casey, morgan);
    await act(casey, id, write("I forgot to say"));
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("asks for your help"),
    ]);
    clock.ms += hourMs;
    await act(casey, id, write("Hello?"));
    expect(await quoted()).toEqual([]);
    await act(morgan, id, { ...accept, note: "Gladly" });
    await act(morgan, id, write("When?"));
    expect(await quoted()).toEqual([["Gladly"]]);
    await read(casey, id);
    clock.ms += quarterHourMs;
    await act(morgan, id, write("Tomorrow?"));
    expect(await quoted()).toEqual([["Tomorrow?"]]);
  });

  it("is sent once by two processes, also when one is killed after it was decided", async () => {
    const { app, casey, act, id, clock, quoted } = await inTouch();
    const other = await appForTest({ beside: app, now: () => new Date(clock.ms) });
    await quoted();
    await act(casey, id, write("One"));
    const [mail] = await app.database.read(
      "SELECT message_id FROM outbox WHERE kind = 'connection' ORDER BY rowid DESC",
    );
    await act(casey, id, write("Two"));
    // A process that is gone said that this one is the notice.
    const reader = { memberId: (await app.readModel.connections.byId(id))?.mentorId ?? "" };
    const mailId = String(mail?.message_id);
    const killed = new Notices({
      database: app.database,
      secret: app.secrets.claimKey,
      mailQueue: { ofMember: async () => [], async remove() {} },
      now: () => new Date(clock.ms),
    });
    expect(await killed.claim({ ...reader, connectionId: id }, mailId)).toBe("now");
    await Promise.all([app.outboxSender.sendDue(), other.outboxSender.sendDue()]);
    const sent = [...await quoted(), ...other.mails.map(({ text }) => text)];
    expect(sent).toHaveLength(1);
  });

  it("is deleted with the conversation, and with its reader", async () => {
    const { app, casey, morgan, act, id, ask, person, mailed } = await inTouch();
    const noted = async () => await app.database.read("SELECT * FROM notices");
    await act(casey, id, write("One"));
    await mailed();
    for (const row of await noted()) {
      const text = JSON.stringify(row);
      expect(text).not.toContain(id);
      expect([casey, morgan].filter(({ memberId }) => text.includes(memberId))).toHaveLength(1);
    }
    await act(morgan, id, end);
    await mailed();
    expect(await noted()).toEqual([]);
    const next = await ask(casey, morgan);
    await mailed();
    expect(await noted()).toHaveLength(1);
    await act(morgan, next, decline);
    await mailed();
    expect(await noted()).toEqual([]);
    const jordan = await person("Jordan");
    await ask(jordan, morgan);
    await mailed();
    expect(await noted()).toHaveLength(1);
    const { username } = await app.readModel.members.byId(morgan.memberId) ?? {};
    const browser = app.browser();
    await browser.post("/api/login", { username, password: someone.password });
    expect((await browser.delete("/api/account")).status).toBe(204);
    await mailed();
    expect(await noted()).toEqual([]);
  });

  it("stores no time of opening, and nothing once the next notice is allowed", async () => {
    const { app, casey, morgan, act, id, read, mailed, clock } = await inTouch();
    await act(casey, id, write("One"));
    await mailed();
    const sentAtMs = clock.ms;
    clock.ms += 7 * minuteMs;
    await read(morgan, id);
    const of = { sql: "SELECT * FROM notices WHERE member_id = ?", args: [morgan.memberId] };
    const [row] = await app.database.read(of.sql, of.args);
    expect(row).toMatchObject({ next_at_ms: sentAtMs + quarterHourMs, is_opened: 1 });
    expect(Object.values(row ?? {})).not.toContain(clock.ms);
    clock.ms += quarterHourMs;
    await app.purge();
    expect(await app.database.read(of.sql, of.args)).toEqual([]);
  });
});

it(
  "a mail bomb of three askers who write 120 times each is three mails to a mentor who reads nothing",
  async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mail = createSmtpMail({
      server: { host: "127.0.0.1", port: server.port, tls: "never" },
      sender,
    });
    const { app, person, ask, act } = await given({
      mail,
      limits: { messagesPerMember: 1000 },
    });
    const mentor = await person("Mentor", "alumni");
    const askers = [await person("One"), await person("Two"), await person("Three")];
    for (const asker of askers) {
      const id = await ask(asker, mentor);
      for (let count = 0; count < 119; count++) {
        await act(asker, id, write(`Message ${count}`)).catch(() => undefined);
      }
    }
    await app.sendMail();
    const toMentor = server.received.filter(({ to, parsed }) =>
      to[0] === mentor.email && !parsed.subject?.startsWith("Confirm")
    );
    expect(toMentor.map(({ parsed }) => parsed.subject)).toEqual(
      Array(3).fill(expect.stringContaining("About Networking: a cadet asks for your help")),
    );
  },
);
