import { describe, expect, it } from "vitest";
import { readMail } from "./read-mail.ts";

const envelopeOf = async (headers: string) =>
  (await readMail({ source: new TextEncoder().encode(`${headers}\n\nHello\n`) })).envelope;

describe("the envelope", () => {
  it("lists everyone that the mail was sent or delivered to", async () => {
    const headers = [
      "To: Sam <Sam@example.com>, us: a@example.com, b@example.com;",
      "Cc: <c@example.com>",
      "Delivered-To: d@example.com",
      "Delivered-To: e@example.com",
      "X-Original-To: f@example.com",
      "Envelope-To: g@example.com",
      "X-Forwarded-To: h@example.com",
      "Bcc: not@example.com",
    ];
    expect((await envelopeOf(headers.join("\n"))).recipients).toEqual([
      "sam@example.com",
      ..."abcdefgh".split("").map((name) => `${name}@example.com`),
    ]);
  });

  it("lists each answered mail once, nearest first", async () => {
    const headers = "In-Reply-To: <C@example.com>\nReferences: <a@example.com>\n <b@example.com> " +
      "<c@example.com>\nMessage-ID: <New@example.com>";
    expect(await envelopeOf(`From: Jane <Jane@EXAMPLE.com>\n${headers}`)).toMatchObject({
      author: "jane@example.com",
      messageId: "new@example.com",
      answers: ["c@example.com", "b@example.com", "a@example.com"],
    });
  });

  it("lists at most 50 answered mails and 200 recipients", async () => {
    const many = Array.from({ length: 300 }, (_, at) => `<${at}@example.com>`).join(" ");
    const { answers, recipients } = await envelopeOf(`References: ${many}\nTo: ${many}`);
    expect(answers).toHaveLength(50);
    expect(answers[0]).toBe("299@example.com");
    expect(recipients).toHaveLength(200);
  });

  it("is read from a mail that is too large, unless its headers are too long", async () => {
    const body = "x".repeat(5 * 1024 * 1024);
    const source = new TextEncoder().encode(`From: jane@example.com\r\n\r\n${body}`);
    expect(await readMail({ source })).toMatchObject({
      envelope: { author: "jane@example.com" },
      content: { is: "refused", reason: "too-large" },
    });
    const long = new TextEncoder().encode(`From: jane@example.com\r\nSubject: ${body}`);
    expect(await readMail({ source: long })).toMatchObject({
      envelope: { author: undefined },
      content: { is: "refused", reason: "too-large" },
    });
  });
});
