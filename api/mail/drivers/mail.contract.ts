import { type ParsedMail, simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { type Mail, MailRefused, type Message, type Sender } from "../mail.ts";

export const sender: Sender = {
  name: "Alumni, Connect",
  address: "alumni@example.edu",
  replyTo: "support@example.edu",
};

/** A message with defaults for all other fields. */
export function messageWith(changes: Partial<Message> = {}): Message {
  return {
    id: "6b1f6f6e-0000-4000-8000-000000000001",
    memberId: "6b1f6f6e-0000-4000-8000-000000000002",
    writtenAt: new Date("2026-03-01T12:00:00.000Z"),
    to: "jane@example.com",
    subject: "Grüße from TCU",
    text: `Hello Jané,\n\n${link}\n\n.\nThat was all.\n`,
    html: `<p>Hello Jané, <a href="${link}">open</a></p>`,
    ...changes,
  };
}

const link = `https://alumni.example.edu/verify-email?token=${"a-B_3".repeat(9)}`;

export interface MailUnderTest {
  readonly mail: Mail;
  /** Sources of what arrived, in order. */
  arrived(): Promise<readonly string[]>;
}

/** Tests that every mail driver passes. @param keepsTime Whether a message keeps the time when it was written. */
export function describeMail(
  name: string,
  create: () => Promise<MailUnderTest>,
  { keepsTime = true } = {},
) {
  const send = async (message: Message) => {
    const { mail, arrived } = await create();
    await mail.send(message);
    const [source = "", ...others] = await arrived();
    expect(others).toEqual([]);
    return { source, parsed: await simpleParser(source) };
  };

  describe(`mail: ${name}`, () => {
    it("has a text and an HTML part, with links that are whole", async () => {
      const { parsed } = await send(messageWith());
      expect(parsed.subject).toBe("Grüße from TCU");
      expect(parsed.text?.replaceAll("\r\n", "\n")).toBe(messageWith().text);
      expect(String(parsed.html).trim()).toBe(messageWith().html);
    });

    it("names the sender and the time, and is marked as automatic", async () => {
      const { parsed } = await send(messageWith());
      expect(parsed.from?.value).toEqual([{ name: sender.name, address: sender.address }]);
      expect(parsed.replyTo?.value).toEqual([{ name: "", address: sender.replyTo }]);
      if (keepsTime) expect(parsed.date).toEqual(messageWith().writtenAt);
      expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
    });

    it("embeds its pictures where they are shown, and links to none", async () => {
      const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
      const html = '<p>Hello <img src="cid:logo" alt="Logo"></p>';
      const { source, parsed } = await send(
        messageWith({ html, images: [{ cid: "logo", alt: "Logo", bytes }] }),
      );
      expect(parsed.attachments.map(({ cid, contentDisposition, content, related }) => ({
        ...{ cid, contentDisposition, related },
        content: [...content],
      }))).toEqual([
        { cid: "logo", contentDisposition: "inline", related: true, content: [...bytes] },
      ]);
      expect(source).toMatch(/multipart\/alternative[^]*multipart\/related/);
    });

    it("names the reply mailbox, if it has a name", async () => {
      const replyTo = { name: "No replies by email", address: "no-reply@alumni.example.edu" };
      const { parsed } = await send(messageWith({ replyTo }));
      expect(parsed.replyTo?.value).toEqual([replyTo]);
    });

    it("has the same Message-ID however often it is sent", async () => {
      const { mail, arrived } = await create();
      await mail.send(messageWith());
      await mail.send(messageWith());
      const sources = await arrived();
      const ids = await Promise.all(
        sources.map(async (source) => (await simpleParser(source)).messageId),
      );
      expect(new Set(ids)).toEqual(
        new Set(["<6b1f6f6e-0000-4000-8000-000000000001@example.edu>"]),
      );
    });

    it("belongs to its conversation's thread, or to none", async () => {
      const thread = "0123456789abcdef";
      const { parsed } = await send(messageWith({ thread }));
      const begin = `<${thread}@example.edu>`;
      expect([parsed.inReplyTo, parsed.references]).toEqual([begin, begin]);
      const alone = (await send(messageWith())).parsed;
      expect([alone.inReplyTo, alone.references]).toEqual([undefined, undefined]);
    });

    it("treats an address with commas as one recipient", async () => {
      const { parsed } = await send(messageWith({ to: '"a,b"@example.com' }));
      expect(recipients(parsed)).toEqual(['"a,b"@example.com']);
      expect(parsed.cc).toBeUndefined();
    });

    it("never turns text into a header", async () => {
      const { parsed } = await send(
        messageWith({ subject: "Hi\r\nBcc: eve@example.com\nX-Evil: 1\u0000\r\n\r\nBody" }),
      );
      expect(parsed.headers.has("bcc")).toBe(false);
      expect(parsed.headers.has("x-evil")).toBe(false);
      expect(parsed.subject).toBe("Hi Bcc: eve@example.com X-Evil: 1 Body");
      expect(recipients(parsed)).toEqual(["jane@example.com"]);
    });

    it.each([
      "jane@example.com\r\nBcc: eve@example.com",
      "jane@example.com, eve@example.com",
      "jane@example.com> RCPT TO:<eve@example.com",
      "Jane <jane@example.com>",
      "jane",
      "",
    ])("refuses %j, which isn't a single address", async (to) => {
      const { mail, arrived } = await create();
      await expect(mail.send(messageWith({ to }))).rejects.toThrow(MailRefused);
      expect(await arrived()).toEqual([]);
    });
  });
}

function recipients({ to }: ParsedMail): (string | undefined)[] {
  return [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
}
