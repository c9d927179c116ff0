import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openSystem } from "../../../events/testing/system.ts";
import {
  given,
  idsOf,
  minuteMs,
  pat,
  reset,
  resetTo,
  secondMs,
  sending,
} from "../../testing/outbox.ts";
import type { Message } from "../mail.ts";
import { TestMail } from "../../testing/test-mail.ts";

describe("a process that sends mail", () => {
  it("sends each mail once beside another process", async () => {
    const system = await given();
    const other = await openSystem(system.folder);
    const mail = new TestMail();
    const senders = [sending(system, mail), sending(other, mail)];
    for (let number = 0; number < 30; number++) {
      await system.mailQueue.add(pat, resetTo(`pat-${number}@example.com`));
    }
    await Promise.all(senders.flatMap(({ sendDue }) => [sendDue(), sendDue()]));
    expect(mail.sent).toHaveLength(30);
    expect(new Set(idsOf(mail.sent)).size).toBe(30);
  });

  it("leaves a mail to be sent again under the same Message-ID if killed after sending", async () => {
    const system = await given();
    const reached = Promise.withResolvers<Message>();
    // The mail reached the server, but the process ended before it saved that.
    const killed = sending(system, {
      send: (message) => new Promise<void>(() => reached.resolve(message)),
    });
    await system.mailQueue.add(pat, reset);
    void killed.sendDue();
    const sent = await reached.promise;

    const restarted = await openSystem(system.folder);
    const mail = new TestMail();
    const { sendDue } = sending(restarted, mail);
    await sendDue();
    expect(mail.sent).toEqual([]);
    restarted.clock.ms += 20 * secondMs;
    await sendDue();
    expect(mail.sent).toEqual([sent]);
  });

  it("holds a mail's lease while a slow server takes its time", async () => {
    const system = await given();
    const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const renewed = Promise.withResolvers<void>();
    const mail = {
      async send() {
        reached.resolve();
        await answered.promise;
      },
    };
    const mailQueue = {
      ...system.mailQueue,
      async renew(messageIds: readonly string[], untilMs: number) {
        await system.mailQueue.renew(messageIds, untilMs);
        renewed.resolve();
      },
    };
    await system.mailQueue.add(pat, reset);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = sending({ ...system, mailQueue }, mail).sendDue();
    await reached.promise;
    system.clock.ms += 10 * minuteMs;
    vi.advanceTimersByTime(10 * secondMs);
    await renewed.promise;
    expect(await system.mailQueue.take({ limit: 1, leaseMs: 1 })).toEqual([]);
    answered.resolve();
    await slow;
    expect((await system.mailQueue.waiting()).count).toBe(0);
  });
});
