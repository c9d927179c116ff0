import { describe, expect, it } from "vitest";
import { mailOf, multipart, textPart } from "../testing/mail-source.ts";
import { readMail } from "./read-mail.ts";

const hello = textPart("Hello");
const ownAddresses = ["Reply@example.edu", "alumni@example.edu"];
const kindOf = (source: Uint8Array) => readMail({ source }, ownAddresses).content.is;

describe("mail that no person wrote", () => {
  it.each([
    ["Auto-Submitted: auto-replied"],
    ["Auto-Submitted: auto-generated (by a rule)"],
    ["Auto-Submitted: no\r\nAuto-Submitted: Auto-Replied"],
    ["Precedence: bulk"],
    ["precedence: List"],
    ["Precedence: junk"],
    ["Precedence: auto_reply"],
    ["X-Auto-Response-Suppress: All"],
    ["X-Auto-Response-Suppress: DR, OOF, AutoReply"],
    ["X-Autoreply: yes"],
    ["X-Autorespond: Away until Monday"],
    ["List-Id: Cadets <cadets.example.com>"],
    ["List-Unsubscribe: <https://example.com/leave>"],
    ["List-Post: <mailto:cadets@example.com>"],
    ["Return-Path: <>"],
    ["Return-Path:  <> "],
  ])("says so: %s", (field) => {
    expect(kindOf(mailOf(hello, [field]))).toBe("machine");
  });

  it.each([
    ["Auto-Submitted: no"],
    ["Auto-Submitted: No (a person)"],
    ["Precedence: normal"],
    ["Precedence: first-class"],
    ["X-Auto-Response-Suppress: DR, RN, NRN"],
    ["X-Auto-Response-Suppress:"],
    ["X-Autoreply: no"],
    ["Return-Path: <jane@example.com>"],
    ["Subject: Auto-Submitted: auto-replied"],
    ["Feedback-ID: 1.us-east-1:AmazonSES"],
  ])("is not what a person's has: %s", (field) => {
    expect(kindOf(mailOf(hello, [field]))).toBe("letter");
  });

  it.each([
    ["alumni@example.edu", "machine"],
    ["ALUMNI@example.edu", "machine"],
    ["reply+abcdefgh@example.edu", "machine"],
    ["mailer-daemon@example.com", "machine"],
    ["postmaster@example.com", "machine"],
    ["jane@example.edu", "letter"],
    ["alumni@example.com", "letter"],
  ])("is from ourselves or a mail server, not from others there: %s", (author, kind) => {
    const source = new TextEncoder().encode(`From: ${author}\r\n\r\nHello`);
    expect(kindOf(source)).toBe(kind);
  });

  it.each([
    [
      "a receipt",
      "report; report-type=disposition-notification",
      "message/disposition-notification",
    ],
    ["a complaint", "report; report-type=feedback-report", "message/feedback-report"],
  ])("is a report: %s", (_, type, second) => {
    const parts = [hello, textPart("Disposition: displayed", { type: second })];
    expect(kindOf(mailOf(multipart(type, parts)))).toBe("machine");
  });

  it("is what calendars write for who takes an invitation, not what a person invites with", () => {
    const answer = (method: string) =>
      mailOf(multipart("alternative", [
        hello,
        textPart("BEGIN:VCALENDAR", { type: "text/calendar", parameters: `; method=${method}` }),
      ]));
    expect(kindOf(answer("REPLY"))).toBe("machine");
    expect(kindOf(answer("REQUEST"))).toBe("letter");
  });
});
