import { describe, expect, it } from "vitest";
import { contactWays, mailHref, telHref } from "./contact.ts";

const none = { primaryEmail: null, secondaryEmail: null, phoneNumber: null, linkedinUrl: null };

describe("contact ways", () => {
  it("are in the order of the form, without missing ones", () => {
    const ways = contactWays({
      primaryEmail: "jane@example.com",
      secondaryEmail: "jane.doe@army.mil",
      phoneNumber: "+1 (817) 555-0100",
      linkedinUrl: "https://www.linkedin.com/in/jane",
    });
    expect(ways.map(({ href }) => href)).toEqual([
      "mailto:jane@example.com",
      "mailto:jane.doe@army.mil",
      "tel:+18175550100",
      "https://www.linkedin.com/in/jane",
    ]);
    expect(contactWays(none)).toEqual([]);
  });

  it("end with the booking link", () => {
    const calendarUrl = "https://calendar.example.com/jane";
    const linkedinUrl = "https://www.linkedin.com/in/jane";
    expect(contactWays({ ...none, calendarUrl, linkedinUrl }).map(({ href }) => href))
      .toEqual([linkedinUrl, calendarUrl]);
    expect(contactWays({ ...none, calendarUrl: "http://calendar.example.com" })).toEqual([]);
  });

  it("leave out an address that would run a script", () => {
    expect(contactWays({ ...none, linkedinUrl: "javascript:alert(1)" })).toEqual([]);
  });
});

describe("a mail link", () => {
  it("can't contain its own headers", () => {
    expect(mailHref("a?bcc=b@example.com")).toBe("mailto:a%3Fbcc%3Db@example.com");
    expect(mailHref("o'neil+rotc@example.com")).toBe("mailto:o'neil%2Brotc@example.com");
  });
});

describe("a telephone link", () => {
  it.each([
    ...["817.555.0100", "(817) 555-0100", "1 817 555 0100", "+1 817 555 0100", "817/555-0100"],
    ...["817\u2011555\u20130100", "Cell: 817-555-0100", "８１７-555-0100", "001 817 555 0100"],
  ])("calls a number of the US from anywhere: %s", (text) => {
    expect(telHref(text)).toBe("tel:+18175550100");
  });

  it.each([
    ["(+44) 20 7946 0000", "tel:+442079460000"],
    ["+44 (0)20 7946 0000", "tel:+442079460000"],
    ["00 49 30 901820", "tel:+4930901820"],
    ["011 49 30 901820", "tel:+4930901820"],
    ["030 901820", "tel:030901820"],
    ["DSN 314-555-0100", "tel:3145550100"],
    ["555-0100", "tel:5550100"],
  ])("keeps other numbers: %s", (text, href) => {
    expect(telHref(text)).toBe(href);
  });

  it.each([
    ...["x12", "X12", "x 12", "ext 12", "ext. 12", "Ext.12", "ext: 12", "extension 12", "extn 12"],
    ...["#12", ", 12", ",,12", "(ext 12)", ";ext=12", "/ 817-555-0199", "or 817-555-0199"],
    ...["; 817-555-0199", "| 817-555-0199", "x1234567"],
  ])("leaves out an extension and a second number: %s", (end) => {
    for (const space of [" ", ""]) {
      if (space === "" && end.startsWith("or")) continue;
      expect(telHref(`555-010-0100${space}${end}`)).toBe("tel:+15550100100");
    }
  });

  it.each(["ask me", "x4512", "1-800-GO-ARMY", "", "12"])(
    "does not exist for what can't be called: %j",
    (text) => expect(telHref(text)).toBeUndefined(),
  );

  it("isn't required to show the text", () => {
    expect(contactWays({ ...none, phoneNumber: "ask me" }))
      .toEqual([{ kind: "phoneNumber", href: undefined, text: "ask me" }]);
  });
});
