import { describe, expect, it } from "vitest";
import {
  alternative,
  filePart,
  mailOf,
  multipart,
  related,
  type SourcePart,
  textPart,
  typed,
} from "../testing/mail-source.ts";
import { readMail } from "./read-mail.ts";

const id = "notice-7@alumni.example.edu";
const returned = `From: alumni@example.edu\r\nTo: sam@example.com\r\nMessage-ID: <${id}>\r\n`;

/** Fields of one address in a report, after those of the server. */
function statusOf(fields: readonly string[]) {
  const recipient = ["Final-Recipient: rfc822; sam@example.com", ...fields].join("\n");
  return typed("message/delivery-status", `Reporting-MTA: dns; mx.example.com\n\n${recipient}\n`);
}

const wholeMail = typed("message/rfc822", `${returned}Subject: A message\r\n\r\nHello Sam`);
const onlyHeaders = typed("text/rfc822-headers", returned);

function report(parts: readonly SourcePart[], more: readonly string[] = ["Return-Path: <>"]) {
  return mailOf(multipart("report; report-type=delivery-status", parts), more);
}

const failed = (status: string, diagnostic = "") => [
  "Action: failed",
  `Status: ${status}`,
  ...(diagnostic === "" ? [] : [`Diagnostic-Code: smtp; ${diagnostic}`]),
];

const contentOf = async (source: Uint8Array) => (await readMail({ source })).content;

describe("a report that a mail was not delivered", () => {
  const words = textPart(
    "This is the mail system at host mx.example.com. I'm sorry to inform you.",
  );
  it.each([
    ["Postfix", [words, statusOf(failed("5.1.1", "550 5.1.1 No such user")), wholeMail]],
    ["Postfix, headers only", [words, statusOf(failed("5.1.1")), onlyHeaders]],
    ["Exchange", [
      textPart("<p>Not delivered</p>", { type: "text/html", encoding: "quoted-printable" }),
      statusOf(failed("5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound")),
      wholeMail,
    ]],
    ["Gmail", [
      related(
        alternative(words, textPart("<b>Not found</b>", { type: "text/html" })),
        filePart("image/png", "icon.png", "\x89PNG", { disposition: "inline" }),
      ),
      statusOf(failed("5.1.1", "550-5.1.1 The email account does not exist")),
      wholeMail,
    ]],
    ["Exim, with the status in what the other server said", [
      words,
      statusOf(failed("5.0.0", "550 5.1.1 User unknown")),
      wholeMail,
    ]],
    ["Exchange, of an address that it refuses at its edge", [
      words,
      statusOf(failed("5.4.1", "550 5.4.1 Recipient address rejected: Access denied.")),
      wholeMail,
    ]],
    ["Outlook.com", [
      words,
      statusOf(failed("5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable")),
      wholeMail,
    ]],
    ["a domain that takes no mail at all", [
      words,
      statusOf(failed("5.1.10", "556 5.1.10 Domain does not accept mail (nullMX)")),
      wholeMail,
    ]],
    ["a server that repeats the address alone", [
      words,
      statusOf(failed("5.1.1", "550 5.1.1 <sam@example.com>")),
      wholeMail,
    ]],
    ["a server that says it in the part for people alone", [
      textPart("<sam@example.com>: User unknown"),
      statusOf(failed("5.0.0")),
      wholeMail,
    ]],
    ["one in base64", [
      words,
      {
        fields: ["Content-Type: message/delivery-status", "Content-Transfer-Encoding: base64"],
        body: new TextEncoder().encode(btoa("Reporting-MTA: x\n\nAction: Failed\nStatus: 5.2.1\n")),
      },
      onlyHeaders,
    ]],
  ])("names our mail and an address that no longer exists: %s", async (_, parts) => {
    expect(await contentOf(report(parts))).toEqual({
      is: "bounce",
      messageIds: [id],
      isHard: true,
    });
  });

  it.each([
    ["a full mailbox", failed("5.2.2")],
    ["a spam filter", failed("5.7.1", "550 5.7.1 Blocked")],
    ["a filter, behind a status of dead addresses", failed("5.1.1", "550 5.1.1 Blacklisted")],
    ["a mailbox that is over its quota", failed("5.1.1", "552 Over quota")],
    ["a sender who is refused", failed("5.1.8")],
    ["a refusal without a reason", failed("5.0.0", "550 Rejected")],
    ["a server that was away", failed("4.4.1")],
    ["a mailbox that was busy", failed("4.2.1")],
    ["a refusal of the mail", failed("5.1.1", "550 5.1.1 Message refused")],
    [
      "a server that takes no mail from us",
      failed("5.2.1", "521 5.2.1 will not accept delivery"),
    ],
    ["a dislike", failed("5.1.2", "550 5.1.2 we do not like you")],
    ["a delay", ["Action: delayed", "Status: 5.1.1"]],
    ["no status", ["Action: failed"]],
  ])("says nothing permanent about the address: %s", async (_, fields) => {
    const source = report([words, statusOf(fields), wholeMail]);
    expect(await contentOf(source)).toEqual({ is: "bounce", messageIds: [id], isHard: false });
  });

  const afterRcpt = "    SMTP error from remote mail server after RCPT TO:<sam@example.com>:\n" +
    "    host mx.example.com [192.0.2.1]: ";
  const ofExim = [
    "This message was created automatically by mail delivery software.",
    "",
    "A message that you sent could not be delivered to one or more of its",
    "recipients. This is a permanent error. The following address(es) failed:",
    "",
    "  sam@example.com",
  ];
  const copyOfExim = [
    "",
    "------ This is a copy of the message, including all the headers. ------",
    "",
    "Return-path: <alumni@example.edu>",
    `Message-ID: <${id}>`,
    "Subject: A message about spam",
    "",
    "My mailbox is full",
  ];
  it.each<[string, readonly string[], boolean?]>([
    ["qmail", [
      "Hi. This is the qmail-send program at mx.example.com.",
      "<sam@example.com>:",
      "Sorry, no mailbox here by that name. (#5.1.1)",
      "",
      "--- Below this line is a copy of the message.",
      "",
      "Return-Path: <alumni@example.edu>",
      `Message-ID: <${id}>`,
      "Subject: A message",
    ]],
    ["qmail, of another server's words", [
      "<sam@example.com>:",
      "192.0.2.1 does not like recipient.",
      "Remote host said: 550 5.1.1 User unknown",
      "Giving up on 192.0.2.1.",
      "",
      `Message-ID: <${id}>`,
    ]],
    ["Exim", [...ofExim, "    Unrouteable address", ...copyOfExim]],
    ["Exim, of another server's words", [
      ...ofExim,
      `${afterRcpt}550 5.1.1 <sam@example.com>`,
      ...copyOfExim,
    ]],
    ["Sendmail", [
      "   ----- The following addresses had permanent fatal errors -----",
      "<sam@example.com>",
      "",
      "   ----- Transcript of session follows -----",
      "550 5.1.1 <sam@example.com>... User unknown",
      "",
      "   ----- Original message follows -----",
      "",
      `Message-ID: <${id}>`,
    ]],
    [
      "one that quotes",
      ["Undeliverable:", "> From: alumni@example.edu", `> message-id: <${id}>`],
      false,
    ],
    ["qmail, of a server's dislike", [
      "<sam@example.com>:",
      "192.0.2.1 does not like recipient.",
      "Remote host said: 550 5.1.2 we do not like you",
      "",
      `Message-ID: <${id}>`,
    ], false],
    ["Exim, of a refused mail", [
      ...ofExim,
      `${afterRcpt}550 5.1.1 Message refused`,
      ...copyOfExim,
    ], false],
    ["Exim, of a full mailbox", [...ofExim, "    mailbox is full", ...copyOfExim], false],
    ["Exim, of a delay", [
      "A message that you sent has not yet been delivered to one or more of its",
      "recipients after more than 24 hours on the queue. The address is:",
      "",
      "  sam@example.com",
      "    Delay reason: host unknown",
      "",
      "No action is required on your part. Delivery attempts will continue.",
      `Message-ID: <${id}>`,
    ], false],
    ["one whose words are in the returned mail alone", [
      "Undeliverable",
      "--- Below this line is a copy of the message.",
      "",
      `Message-ID: <${id}>`,
      "",
      "Sam no longer works here, and their mailbox does not exist",
    ], false],
  ])("is known by its words alone, from a sender whom no one can answer: %s", async (
    _,
    lines,
    isHard = true,
  ) => {
    const words = textPart(lines.join("\n"));
    const bounce = { is: "bounce", messageIds: [id], isHard };
    expect(await contentOf(mailOf(words, ["Return-Path: <>"]))).toEqual(bounce);
    expect((await contentOf(mailOf(words, ["Return-Path: <jane@example.com>"]))).is).toBe("letter");
  });

  it("is no bounce when it says that the mail was delivered, or names none", async () => {
    const delivered = report([words, statusOf(["Action: delivered", "Status: 2.0.0"]), wholeMail]);
    expect(await contentOf(delivered)).toEqual({ is: "machine" });
    expect(await contentOf(report([words, statusOf(failed("5.1.1"))]))).toEqual({ is: "machine" });
  });

  it("needs no empty sender when its type says what it is", async () => {
    const source = report([words, statusOf(failed("5.1.1")), wholeMail], []);
    expect(await contentOf(source)).toMatchObject({ is: "bounce", isHard: true });
  });

  it("is read at its beginning, or not at all if it is too large", async () => {
    const long = typed("message/rfc822", `${returned}X: ${"x".repeat(100_000)}\r\n\r\nHello`);
    const parts = [words, statusOf(failed("5.1.1")), long];
    expect(await contentOf(report(parts))).toMatchObject({ messageIds: [id], isHard: true });
    const large = { fields: [], body: new Uint8Array(5 * 1024 * 1024) };
    const unread = { is: "refused", reason: "automatic" };
    expect(await contentOf(report([...parts, large]))).toEqual(unread);
  });

  it("gives the reason in the part for people, where a server's own words are quoted", async () => {
    const quoted = textPart("<sam@example.com>: host mx.example.com said: 550 5.1.2 Go away");
    const source = report([quoted, statusOf(failed("5.1.2")), wholeMail]);
    expect(await contentOf(source)).toEqual({ is: "bounce", messageIds: [id], isHard: false });
  });

  it("is recognized by the mail that it answers, if it returns none", async () => {
    const answers = ["Return-Path: <>", `References: <${id}>`];
    const source = report([words, statusOf(failed("5.1.1"))], answers);
    expect(await contentOf(source)).toEqual({ is: "bounce", messageIds: [id], isHard: true });
    const inWords = textPart("sam@example.com: Unrouteable address");
    const ofExim = mailOf(inWords, [...answers, "X-Failed-Recipients: sam@example.com"]);
    expect(await contentOf(ofExim)).toEqual({ is: "bounce", messageIds: [id], isHard: true });
    expect(await contentOf(mailOf(inWords, answers))).toEqual({
      is: "refused",
      reason: "automatic",
    });
  });

  it("needs a part that a program wrote, because the text may be a person's", async () => {
    const unknown = { is: "refused", reason: "automatic" };
    const text = textPart("I'll call you tomorrow.");
    for (const type of ["report; report-type=delivery-status", "report"]) {
      for (const parts of [[text], [text, wholeMail], [text, onlyHeaders], []]) {
        expect(await contentOf(mailOf(multipart(type, parts)))).toEqual(unknown);
      }
    }
  });

  it("names at most 50 mails", async () => {
    const many = Array.from(
      { length: 90 },
      (_, at) => typed("text/rfc822-headers", `Message-ID: <${at}@alumni.example.edu>\r\n`),
    );
    const content = await contentOf(report([words, statusOf(failed("5.1.1")), ...many]));
    expect(content.is === "bounce" && content.messageIds.length).toBe(50);
  });
});
