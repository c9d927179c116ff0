import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Mailbox } from "../mail/inbound/transports/mailbox.ts";
import { hasDovecot, openDovecot } from "../mail/inbound/transports/testing/dovecot.ts";
import { relayed, replyTo } from "../features/relay/testing/relayed.ts";
import { note } from "../testing/connected.ts";

const isDovecotThere = hasDovecot("Answers by Dovecot");
const soon = { timeout: 60_000, interval: 200 };

describe.skipIf(!isDovecotThere)("answers by Dovecot", () => {
  it("are posted once, even if they arrive twice", async () => {
    const people = await relayed();
    const { casey, morgan, answered, texts, byMail } = people;
    const dovecot = await openDovecot();
    onTestFinished(() => dovecot.close());
    await dovecot.start();
    const mailbox = new Mailbox({
      server: dovecot.server,
      receive: (mail) => people.app.receiveMail(mail),
      state: { noteWorked: async () => {}, noteFailed: async () => {} },
      log: () => {},
    });
    const mail = replyTo(answered, { from: casey.email, text: "Tomorrow?" });
    for (const source of [mail, mail]) await dovecot.deliver(source);
    await dovecot.deliver(replyTo(answered, { from: casey.email, text: "Or now?", dmarc: "none" }));
    mailbox.start();
    await vi.waitFor(async () => expect(await dovecot.count()).toBe(0), soon);
    await mailbox.stop();
    expect(await texts(morgan)).toEqual([note, "Gladly", "Tomorrow?"]);
    expect((await byMail(casey)).map(({ is }) => is)).toEqual(["posted", "held"]);
  });
});
