import { describe, expect, it } from "vitest";
import { register } from "../../events/testing/members.ts";
import { cause, openSystem, type System } from "../../events/testing/system.ts";
import type { LogEntry } from "../log.ts";
import { type Mail, MailRefused, MailUnavailable, type Message } from "./mail.ts";
import { createMemoryMail } from "./memory.ts";
import { draft } from "./messages.ts";
import { createOutboxSender } from "./send-outbox.ts";

const pat = "member-pat";
const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000] as const;
const letterhead = {
  programName: "TCU",
  supportEmail: "support@example.edu",
  appOrigin: "https://alumni.example.edu",
};
const reset = draft("reset-password", { to: "pat@example.com", firstName: "Pat", token: "abc" });
const verify = draft("verify-email", { to: "pat@example.com", firstName: "Pat", token: "abc" });

/** Mail that fails as long as it is told to, and remembers what it was given. */
function moodyMail(failure?: Error) {
  const tried: Message[] = [];
  const mood = { failure };
  const mail: Mail = {
    async send(message) {
      tried.push(message);
      if (mood.failure) throw mood.failure;
    },
  };
  return { mail, mood, tried };
}

/** A process that sends; `random` in the middle, so that waits are exact. */
function sending({ mailQueue, clock }: System, mail: Mail) {
  const logged: LogEntry[] = [];
  const sender = createOutboxSender({
    queue: mailQueue,
    mail,
    letterhead,
    log: (entry) => void logged.push(entry),
    now: () => new Date(clock.ms),
    random: () => 0.5,
  });
  return { ...sender, logged };
}

async function given() {
  const system = await openSystem();
  await system.members.execute(pat, register(), cause);
  return system;
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const down = () => new MailUnavailable("ESOCKET");

describe("the outbox sender", () => {
  it("sends what waits, once, and forgets it", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    await sendDue();
    await sendDue();
    expect(mail.sent).toMatchObject([{
      to: "pat@example.com",
      subject: "Reset your TCU Army ROTC Alumni Connect password",
      writtenAt: new Date(system.clock.ms),
    }]);
    expect((await system.mailQueue.waiting()).count).toBe(0);
  });

  it("sends many more than it has connections, each once", async () => {
    const system = await given();
    const mail = createMemoryMail();
    for (let number = 0; number < 23; number++) await system.mailQueue.add(pat, reset);
    await sending(system, mail).sendDue();
    expect(new Set(idsOf(mail.sent)).size).toBe(23);
    expect(mail.sent).toHaveLength(23);
  });

  it("shares the work of calls at the same time, and takes in what came meanwhile", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue, wake, settled } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    const first = sendDue();
    await system.mailQueue.add(pat, verify);
    wake();
    await Promise.all([first, settled()]);
    expect(mail.sent).toHaveLength(2);
  });

  it("tries again after 5 seconds, then four times as long, an hour at most", async () => {
    const system = await given();
    const { mail, tried } = moodyMail(down());
    const { sendDue } = sending(system, mail);
    await system.mailQueue.add(pat, verify);
    const waits: number[] = [];
    let lastMs = system.clock.ms;
    while (waits.length < 8) {
      const count = tried.length;
      await sendDue();
      if (tried.length > count) {
        waits.push((system.clock.ms - lastMs) / secondMs);
        lastMs = system.clock.ms;
      }
      system.clock.ms += 5 * secondMs;
    }
    expect(waits).toEqual([0, 5, 20, 80, 320, 1280, 3600, 3600]);
    expect(new Set(idsOf(tried)).size).toBe(1);
  });

  it("delivers once the server is back", async () => {
    const system = await given();
    const { mail, mood, tried } = moodyMail(down());
    const { sendDue } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    await sendDue();
    mood.failure = undefined;
    system.clock.ms += 5 * secondMs;
    await sendDue();
    await sendDue();
    expect(tried).toHaveLength(2);
    expect((await system.mailQueue.waiting()).count).toBe(0);
  });

  it("says how many mails wait, and to nobody whose", async () => {
    const system = await given();
    const { sendDue, logged } = sending(system, moodyMail(down()).mail);
    await system.mailQueue.add(pat, reset);
    system.clock.ms += 3 * minuteMs;
    await system.mailQueue.add(pat, verify);
    await sendDue();
    expect(logged).toEqual([{
      level: "warning",
      event: "mails could not be sent, will try again",
      mails: 2,
      kinds: expect.arrayContaining(["reset-password", "verify-email"]),
      reasons: ["ESOCKET"],
      waiting: 2,
      oldestMinutes: 3,
    }]);
  });

  it("does not try everything at a server that is down", async () => {
    const system = await given();
    const { mail, tried } = moodyMail(down());
    for (let number = 0; number < 20; number++) await system.mailQueue.add(pat, reset);
    await sending(system, mail).sendDue();
    expect(tried).toHaveLength(5);
  });

  it.each([["reset-password", reset, hourMs], ["verify-email", verify, 72 * hourMs]])(
    "gives up a %s mail that nobody took in its time",
    async (kind, mailDraft, goodForMs) => {
      const system = await given();
      const { mail, tried } = moodyMail(down());
      const { sendDue, logged } = sending(system, mail);
      await system.mailQueue.add(pat, mailDraft);
      const startMs = system.clock.ms;
      while ((await system.mailQueue.waiting()).count > 0) {
        await sendDue();
        system.clock.ms += 5 * minuteMs;
      }
      expect(system.clock.ms - startMs).toBeLessThanOrEqual(goodForMs + 10 * minuteMs);
      expect(tried.length).toBeGreaterThan(4);
      expect(logged.at(-1)).toEqual({
        level: "error",
        event: "mails given up",
        mails: 1,
        kinds: [kind],
        reasons: ["ESOCKET"],
        waiting: 0,
      });
    },
  );

  it("does not send a link that is too old to work", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue, logged } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    system.clock.ms += hourMs;
    await sendDue();
    expect(mail.sent).toEqual([]);
    expect(logged).toMatchObject([{ event: "mails given up", reasons: ["too late"] }]);
  });

  it("gives up at once when the recipient does not exist", async () => {
    const system = await given();
    const { mail, tried } = moodyMail(new MailRefused("EENVELOPE 550"));
    const { sendDue, logged } = sending(system, mail);
    await system.mailQueue.add(pat, verify);
    await sendDue();
    expect(tried).toHaveLength(1);
    expect(logged).toMatchObject([{ level: "error", reasons: ["EENVELOPE 550"], waiting: 0 }]);
  });

  it("keeps a kind that it does not know for a version that does", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue, logged } = sending(system, mail);
    await system.mailQueue.add(pat, { kind: "digest", content: { to: "pat@example.com" } });
    await sendDue();
    expect(mail.sent).toEqual([]);
    expect((await system.mailQueue.waiting()).count).toBe(1);
    expect(logged).toMatchObject([{ level: "warning", reasons: ["unreadable"] }]);
  });

  it("of two processes at once sends each mail once", async () => {
    const system = await given();
    const other = await openSystem(system.folder);
    const mail = createMemoryMail();
    const senders = [sending(system, mail), sending(other, mail)];
    for (let number = 0; number < 30; number++) await system.mailQueue.add(pat, reset);
    await Promise.all(senders.flatMap(({ sendDue }) => [sendDue(), sendDue()]));
    expect(mail.sent).toHaveLength(30);
    expect(new Set(idsOf(mail.sent)).size).toBe(30);
  });

  it("that is killed between sending and noting it, has it sent again as the same", async () => {
    const system = await given();
    const sent: Message[] = [];
    // It reached the server, and then this process never came to note it.
    const killed = sending(system, {
      send: (message) => new Promise<void>(() => void sent.push(message)),
    });
    await system.mailQueue.add(pat, reset);
    void killed.sendDue();
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    const restarted = await openSystem(system.folder);
    const mail = createMemoryMail();
    const { sendDue } = sending(restarted, mail);
    await sendDue();
    expect(mail.sent).toEqual([]);
    restarted.clock.ms += 20 * secondMs;
    await sendDue();
    expect(mail.sent).toEqual(sent);
  });

  it("keeps a mail while a slow server takes its time", async () => {
    const system = await given();
    const server = { answer: () => {} };
    const slow = createOutboxSender({
      queue: system.mailQueue,
      mail: { send: () => new Promise((resolve) => server.answer = resolve) },
      letterhead,
      log: () => undefined,
      now: () => new Date(system.clock.ms),
      pace: { leaseMs: 30 },
    });
    await system.mailQueue.add(pat, reset);
    const sending = slow.sendDue();
    system.clock.ms += 10 * minuteMs;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await system.mailQueue.take({ limit: 1, leaseMs: 1 })).toEqual([]);
    server.answer();
    await sending;
    expect((await system.mailQueue.waiting()).count).toBe(0);
  });

  it("sends nothing to someone who was erased while it waited", async () => {
    const system = await given();
    const { mail, mood, tried } = moodyMail(down());
    const { sendDue } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    await sendDue();
    await system.members.execute(pat, { type: "Erase" }, cause);
    expect(await system.databases.events.read("SELECT * FROM outbox")).toEqual([]);
    mood.failure = undefined;
    system.clock.ms += minuteMs;
    await sendDue();
    expect(tried).toHaveLength(1);
  });

  it("starts nothing once it is stopped", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue, stop } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    await stop();
    await sendDue();
    expect(mail.sent).toEqual([]);
  });
});
