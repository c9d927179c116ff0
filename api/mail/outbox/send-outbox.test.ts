import { describe, expect, it } from "vitest";
import { DatabaseNotWritable, DatabaseUnavailable } from "../../../events/database-errors.ts";
import { cause } from "../../../events/testing/system.ts";
import {
  down,
  given,
  hourMs,
  idsOf,
  minuteMs,
  moodyMail,
  pat,
  reset,
  secondMs,
  sending,
  verify,
} from "../../testing/outbox.ts";
import { MailRefused } from "../mail.ts";
import { createMemoryMail } from "../drivers/memory.ts";

describe("the outbox sender", () => {
  it("sends waiting mails once, and deletes them", async () => {
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

  it.each([
    ["the database goes away", () => new DatabaseUnavailable("The server is away")],
    ["the disk is full", () => new DatabaseNotWritable("The disk takes nothing")],
  ])("sends a mail once when %s before that is noted", async (_, error) => {
    const system = await given();
    const mail = createMemoryMail();
    let failures = 3;
    const mailQueue = {
      ...system.mailQueue,
      async remove(ids: readonly string[]) {
        if (failures-- > 0) throw error();
        await system.mailQueue.remove(ids);
      },
    };
    await mailQueue.add(pat, reset);
    await sending({ ...system, mailQueue }, mail).sendDue();
    system.clock.ms += minuteMs;
    await sending(system, mail).sendDue();
    expect(mail.sent).toHaveLength(1);
    expect((await system.mailQueue.waiting()).count).toBe(0);
  });

  it("shares the work of simultaneous calls, with mails that were queued meanwhile", async () => {
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

  it("logs how many mails wait, and not for whom", async () => {
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
    "gives up a %s mail that no server took in its time",
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

  it("leaves an unknown kind for a version that knows it", async () => {
    const system = await given();
    const mail = createMemoryMail();
    const { sendDue, logged } = sending(system, mail);
    await system.mailQueue.add(pat, { kind: "digest", content: { to: "pat@example.com" } });
    await sendDue();
    expect(mail.sent).toEqual([]);
    expect((await system.mailQueue.waiting()).count).toBe(1);
    expect(logged).toMatchObject([{ level: "warning", reasons: ["unreadable"] }]);
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
