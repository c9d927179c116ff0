import { describe, expect, it } from "vitest";
import { compose } from "../../mail/drivers/compose.ts";
import type { Message } from "../../mail/mail.ts";
import { someone } from "../../testing/app.ts";
import { write } from "../../testing/connected.ts";
import { relayed, sender } from "./testing/relayed.ts";

/** A report as Postfix writes it about one of our mails. */
function report(message: Message, status = "5.1.1"): Uint8Array {
  const { messageId, references } = compose(message, sender);
  const lines = [
    "Return-Path: <>",
    "From: MAILER-DAEMON@mx.example.com (Mail Delivery System)",
    "To: no-reply@example.edu",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.com",
    "",
    `Final-Recipient: rfc822; ${message.to}`,
    `Action: ${status.startsWith("5") ? "failed" : "delayed"}`,
    `Status: ${status}`,
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${messageId}`,
    ...references ? [`References: ${references}`] : [],
    "Subject: something",
    "",
    "--b--",
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

describe("a report that a mail could not be delivered", () => {
  it("stops notices after the second, and tells the owner and staff", async () => {
    const { receive, answered, app, casey, morgan, act, id, mailed } = await relayed();
    const member = (await app.readModel.members.byId(casey.memberId))!;
    expect(await receive(report(answered))).toEqual({ is: "bounce" });
    expect(await app.product.mail.isRefused(member)).toBe(false);
    expect(await receive(report(answered))).toEqual({ is: "bounce" });
    expect(await app.product.mail.isRefused(member)).toBe(true);
    expect(await app.product.mail.countRefused()).toBe(1);
    await app.product.conversations.read(casey.memberId, id);
    await act(morgan, id, write("Are you there?"));
    expect(await mailed()).toEqual([]);
  });

  it("counts in plain words, too, unless it comes from a member's own address", async () => {
    const { receive, answered, app, casey, byMail } = await relayed();
    const member = (await app.readModel.members.byId(casey.memberId))!;
    const inWords = (author: string) =>
      new TextEncoder().encode([
        "Return-Path: <>",
        `From: ${author}`,
        "To: no-reply@example.edu",
        "Subject: failure notice",
        "",
        "Hi. This is the qmail-send program at mx.example.com.",
        "",
        `<${answered.to}>:`,
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "",
        "--- Below this line is a copy of the message.",
        "",
        `Message-ID: ${compose(answered, sender).messageId}`,
      ].join("\r\n"));
    const automatic = { is: "refused", reason: "automatic" };
    for (let times = 0; times < 3; times++) {
      expect(await receive(inWords(casey.email))).toEqual(automatic);
    }
    expect(await app.product.mail.isRefused(member)).toBe(false);
    expect(await byMail(casey)).toMatchObject([{ is: "refused" }]);
    for (let times = 0; times < 2; times++) {
      expect(await receive(inWords("MAILER-DAEMON@mx.example.com"))).toEqual({ is: "bounce" });
    }
    expect(await app.product.mail.isRefused(member)).toBe(true);
  });

  it("doesn't count for a full mailbox, or for a mail to a former address", async () => {
    const { receive, answered, app, casey } = await relayed();
    const member = (await app.readModel.members.byId(casey.memberId))!;
    for (let times = 0; times < 3; times++) await receive(report(answered, "4.2.2"));
    expect(await app.product.mail.isRefused(member)).toBe(false);
    const moved = { ...answered, to: "other@example.com", token: "a".repeat(26) };
    for (let times = 0; times < 3; times++) await receive(report({ ...moved, thread: undefined }));
    expect(await app.product.mail.countRefused()).toBe(0);
  });

  it("is forgotten once its owner confirms the address again", async () => {
    const { receive, answered, app, casey } = await relayed();
    const isRefused = async () =>
      await app.product.mail.isRefused((await app.readModel.members.byId(casey.memberId))!);
    for (let times = 0; times < 2; times++) await receive(report(answered));
    expect(await isRefused()).toBe(true);
    for (const email of ["new@example.com", answered.to]) {
      await casey.confirmPassword(someone.password);
      expect((await casey.patch("/api/user", { email })).status).toBe(200);
      await app.settled();
      const mailed = app.mails.findLast(({ to }) => to === email)?.subject ?? "";
      const code = mailed.replaceAll(/\D/g, "");
      await casey.does(({ addresses }, me, origin) => addresses.confirm(me, code, origin));
    }
    expect(await isRefused()).toBe(false);
  });

  it("is forgotten once mail arrives from there", async () => {
    const { receive, reply, answered, app, casey } = await relayed();
    const member = (await app.readModel.members.byId(casey.memberId))!;
    for (let times = 0; times < 2; times++) await receive(report(answered));
    expect(await reply({ text: "I am here" })).toEqual({ is: "posted" });
    expect(await app.product.mail.isRefused(member)).toBe(false);
  });
});
