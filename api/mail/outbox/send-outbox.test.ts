import { describe, expect, it } from "vitest";
import { DatabaseNotWritable, DatabaseUnavailable } from "../../../events/store/database-errors.ts";
import {
  down,
  given,
  givenSender,
  hourMs,
  idsOf,
  minuteMs,
  pat,
  reset,
  secondMs,
  sending,
  verify,
} from "../../testing/outbox.ts";
import { TestMail } from "../../testing/test-mail.ts";
import { MailRefused } from "../mail.ts";

describe("the outbox sender", () => {
  it("sends waiting mails once, and deletes them", async () => {
    const { mail, add, sendDue, clock, countWaiting } = await givenSender();
    await add(reset);
    await sendDue();
    await sendDue();
    expect(mail.sent).toMatchObject([{
      to: "pat@example.com",
      subject: "Reset your TCU Army ROTC Alumni Connect password",
      writtenAt: new Date(clock.ms),
    }]);
    expect(await countWaiting()).toBe(0);
  });

  it.each([
    ["the database goes away", () => new DatabaseUnavailable("The server is away")],
    ["the disk is full", () => new DatabaseNotWritable("The disk is full or read-only")],
  ])("sends a mail once if %s before the result is stored", async (_, error) => {
    const system = await given();
    const mail = new TestMail();
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

  it("shares the work of simultaneous calls, and sends mails queued since then", async () => {
    const { mail, add, sendDue, wake, settled } = await givenSender();
    await add(reset);
    const first = sendDue();
    await add(verify);
    wake();
    await Promise.all([first, settled()]);
    expect(mail.sent).toHaveLength(2);
  });

  it("retries after 5 seconds, then four times as long, at most an hour", async () => {
    const { mail, add, sendDue, clock } = await givenSender(new TestMail(down()));
    await add(verify);
    const waits: number[] = [];
    let lastMs = clock.ms;
    while (waits.length < 8) {
      const count = mail.tried.length;
      await sendDue();
      if (mail.tried.length > count) {
        waits.push((clock.ms - lastMs) / secondMs);
        lastMs = clock.ms;
      }
      clock.ms += 5 * secondMs;
    }
    expect(waits).toEqual([0, 5, 20, 80, 320, 1280, 3600, 3600]);
    expect(new Set(idsOf(mail.tried)).size).toBe(1);
  });

  it("logs the number of waiting mails without their recipients", async () => {
    const { add, sendDue, clock, logged } = await givenSender(new TestMail(down()));
    await add(reset);
    clock.ms += 3 * minuteMs;
    await add(verify);
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

  it("stops trying when the server is down", async () => {
    const { mail, add, sendDue } = await givenSender(new TestMail(down()));
    for (let number = 0; number < 20; number++) await add(reset);
    await sendDue();
    expect(mail.tried).toHaveLength(5);
  });

  it.each([["reset-password", reset, hourMs], ["verify-email", verify, 72 * hourMs]])(
    "gives up a %s mail that no server accepted in time",
    async (kind, draft, usefulForMs) => {
      const there = await givenSender(new TestMail(down()));
      const { mail, add, sendDue, clock, countWaiting, logged } = there;
      await add(draft);
      const startMs = clock.ms;
      while (await countWaiting() > 0) {
        await sendDue();
        clock.ms += 5 * minuteMs;
      }
      expect(clock.ms - startMs).toBeLessThanOrEqual(usefulForMs + 10 * minuteMs);
      expect(mail.tried.length).toBeGreaterThan(4);
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
    const { mail, add, sendDue, clock, logged } = await givenSender();
    await add(reset);
    clock.ms += hourMs;
    await sendDue();
    expect(mail.sent).toEqual([]);
    expect(logged).toMatchObject([{ event: "mails given up", reasons: ["too late"] }]);
  });

  it("gives up at once when the recipient does not exist", async () => {
    const refusing = new TestMail(new MailRefused("EENVELOPE 550"));
    const { mail, add, sendDue, logged } = await givenSender(refusing);
    await add(verify);
    await sendDue();
    expect(mail.tried).toHaveLength(1);
    expect(logged).toMatchObject([{ level: "error", reasons: ["EENVELOPE 550"], waiting: 0 }]);
  });

  it("leaves an unknown kind to a newer version", async () => {
    const { mail, add, sendDue, countWaiting, logged } = await givenSender();
    await add({ kind: "digest", content: { to: "pat@example.com" } });
    await sendDue();
    expect(mail.sent).toEqual([]);
    expect(await countWaiting()).toBe(1);
    expect(logged).toMatchObject([{ level: "warning", reasons: ["unreadable"] }]);
  });

  it("starts nothing once it is stopped", async () => {
    const { mail, add, sendDue, stop } = await givenSender();
    await add(reset);
    await stop();
    await sendDue();
    expect(mail.sent).toEqual([]);
  });
});
