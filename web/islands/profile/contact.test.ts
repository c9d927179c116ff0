import { describe, expect, it } from "vitest";
import { contactWays, mailHref, telHref } from "./contact.ts";

const none = { primaryEmail: null, secondaryEmail: null, phoneNumber: null, linkedinUrl: null };

describe("contact ways", () => {
  it("are in the order of the form, what is missing left out", () => {
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
  it("cannot carry headers of its own", () => {
    expect(mailHref("a?bcc=b@example.com")).toBe("mailto:a%3Fbcc%3Db@example.com");
    expect(mailHref("o'neil+rotc@example.com")).toBe("mailto:o'neil%2Brotc@example.com");
  });
});

describe("a telephone link", () => {
  it("keeps digits and a leading plus", () => {
    expect(telHref("817.555.0100")).toBe("tel:8175550100");
    expect(telHref("(+44) 20 7946 0000")).toBe("tel:+442079460000");
  });

  it("does not exist without a digit", () => {
    expect(telHref("ask me")).toBeUndefined();
  });
});
