import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { MailRefused, MailUnavailable } from "../mail.ts";
import { describeMail, messageWith, sender } from "./mail.contract.ts";
import { createSmtpMail } from "./smtp.ts";
import { smtpForTest } from "./testing/smtp.ts";

describeMail("SMTP", () => smtpForTest());

const login = { user: "mailer", password: "secret" };

describe("the SMTP driver", () => {
  it("sends one sender and one recipient to the server", async () => {
    const { mail, server } = await smtpForTest();
    await mail.send(messageWith({ to: '"a,b"@example.com' }));
    expect(server.received[0]).toMatchObject({
      from: "alumni@example.edu",
      to: ['"a,b"@example.com'],
    });
  });

  it("signs in if the server requires it", async () => {
    const { mail, server } = await smtpForTest({ password: login.password }, { login });
    await mail.send(messageWith());
    expect(server.received[0]?.user).toBe("mailer");
  });

  it("tries again later when the login is wrong", async () => {
    const { mail } = await smtpForTest({ password: "another" }, { login });
    await expect(mail.send(messageWith())).rejects.toMatchObject({ code: "EAUTH 535" });
    await expect(mail.send(messageWith())).rejects.toThrow(MailUnavailable);
  });

  it("sends its password only over trusted encryption", async () => {
    const plain = await smtpForTest({ password: login.password }, { login, tls: "required" });
    await expect(plain.mail.send(messageWith())).rejects.toThrow(MailUnavailable);
    const selfSigned = await smtpForTest({ hasStartTls: true, password: login.password }, {
      login,
      tls: "required",
    });
    await expect(selfSigned.mail.send(messageWith())).rejects.toThrow(MailUnavailable);
    expect([...plain.server.received, ...selfSigned.server.received]).toEqual([]);
  });

  it("distinguishes an unknown recipient from a temporary refusal", async () => {
    const { mail } = await smtpForTest({
      refuses: {
        "nobody@example.com": { code: 550, text: "5.1.1 No such mailbox" },
        "full@example.com": { code: 452, text: "4.2.2 Mailbox full" },
        "disliked@example.com": { code: 550, text: "5.1.1 Message refused" },
        "policy@example.com": { code: 550, text: "5.7.1 Relaying denied" },
      },
    });
    const sendTo = (to: string) => mail.send(messageWith({ to }));
    await expect(sendTo("nobody@example.com")).rejects.toThrow(MailRefused);
    await expect(sendTo("full@example.com")).rejects.toThrow(MailUnavailable);
    const disliked = await sendTo("disliked@example.com").catch((reason) => reason);
    expect(disliked).toMatchObject({ name: "MailUnavailable", isOfRecipient: true });
    await expect(sendTo("policy@example.com")).rejects.toThrow(MailUnavailable);
  });

  it("reports an unavailable server without the recipient", async () => {
    const { mail, server } = await smtpForTest();
    await server.close();
    const error = await mail.send(messageWith()).catch((reason) => reason);
    expect(error).toBeInstanceOf(MailUnavailable);
    expect(error.message).toBe("Mail can't be sent: ESOCKET ECONNREFUSED");
  });

  it("treats a server that hangs up as unavailable", async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const mail = createSmtpMail({ server: { host: "127.0.0.1", port, tls: "never" }, sender });
    await expect(mail.send(messageWith())).rejects.toThrow(MailUnavailable);
  });
});
