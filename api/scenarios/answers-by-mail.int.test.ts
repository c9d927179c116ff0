import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Receive } from "../mail/arriving/arriving-mail.ts";
import { MailHook } from "../mail/arriving/ways/mail-hook.ts";
import { Mailbox } from "../mail/arriving/ways/mailbox.ts";
import { hasDovecot, openDovecot } from "../mail/arriving/ways/testing/dovecot.ts";
import { hookSecret } from "../mail/arriving/ways/testing/hook.ts";
import { openPipingPostfix, serve } from "../mail/arriving/ways/testing/piped-mail.ts";
import { hasPostfix } from "../mail/arriving/ways/testing/postfix.ts";
import { relayed, replies, replyTo } from "../relay/testing/relayed.ts";
import { note } from "../testing/connected.ts";

const isPostfixThere = hasPostfix("Answers by Postfix");
const isDovecotThere = hasDovecot("Answers by Dovecot");
const soon = { timeout: 60_000, interval: 200 };

describe.skipIf(!isPostfixThere)("answers by Postfix", { timeout: 120_000 }, () => {
  it("are posted once, and strangers hear nothing", async () => {
    const receive: Receive = (mail) => people.app.receiveMail(mail);
    const mailHook = new MailHook({
      secret: async () => hookSecret,
      receive,
      log: () => {},
    });
    const people = await relayed({ mailHook });
    const { casey, morgan, answered, texts } = people;
    const served = serve(people.app, replies.address);
    const postfix = await openPipingPostfix(served.environment);
    onTestFinished(async () => {
      await postfix.close();
      await served.close();
    });
    const mail = replyTo(answered, { from: casey.email, text: "When can we talk?" });
    const to = /^To: (.*)\r$/m.exec(new TextDecoder().decode(mail))?.[1] ?? "";
    expect(to).toMatch(/^reply\+.+@example\.edu$/);
    await postfix.send(mail, to, casey.email);
    await postfix.send(mail, to, casey.email);
    const forged = replyTo(answered, { from: "stranger@example.org", text: "Buy this" });
    await postfix.send(forged, to, "stranger@example.org");
    await postfix.send(forged, "reply+guessed@example.edu", "stranger@example.org");
    await vi.waitFor(async () => {
      expect((await postfix.log()).match(/relay=answers.*status=sent/g)?.length).toBe(4);
      expect(await postfix.waiting()).toBe(0);
    }, soon);
    expect(await texts(morgan)).toEqual([note, "Gladly", "When can we talk?"]);
    expect(await postfix.log()).not.toMatch(/status=(bounced|deferred)|non-delivery/);
  });
});

describe.skipIf(!isDovecotThere)("answers by Dovecot", { timeout: 60_000 }, () => {
  it("are posted once, also when they come twice", async () => {
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
