import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { memberWith, profileRecordWith } from "../../../events/testing/members.ts";
import { contactCard } from "./contact-card.ts";

const awkward = fc.array(
  fc.constantFrom(
    ",",
    ";",
    "\\",
    ":",
    '"',
    "\n",
    "é",
    "👩‍✈️",
    "BEGIN:VCARD",
    "long ".repeat(20),
    "a",
  ),
  { minLength: 1, maxLength: 20 },
).map((parts) => parts.join(""));
const oneLine = awkward.map((text) => `x${text.replaceAll("\n", " ")}x`);

/** Parses a card by RFC 2426: unfolds lines, splits values at semicolons, and unescapes them. */
function propertiesOf(card: string): Map<string, string[]> {
  const lines = card.replaceAll("\r\n ", "").split("\r\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const [, name = "", value = ""] = /^([A-Z]+)[^:]*:(.*)$/s.exec(line) ?? [];
    const parts = value.match(/(?:\\.|[^\\;])*(?:;|$)/gs) ?? [];
    const texts = parts.slice(0, value.split(/(?<!\\)(?:\\\\)*;/).length);
    const unescaped = (text: string) =>
      text.replace(/;$/, "").replaceAll(/\\(.)/gs, (_, one) => one === "n" ? "\n" : one);
    return [name, texts.map(unescaped)];
  }));
}

it("preserves any profile, in lines of 75 bytes", () => {
  fc.assert(fc.property(oneLine, oneLine, awkward, (lastName, company, bio) => {
    const profile = profileRecordWith({ company, jobTitle: "Pilot, retired", bio: `x${bio}x` });
    const card = contactCard(memberWith({ firstName: "Jo", lastName, profile }));
    for (const line of card.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\n");
    }
    const read = propertiesOf(card);
    expect([...read.keys()].sort().join(" "))
      .toBe("ADR BEGIN EMAIL END FN N NOTE ORG PRODID REV TEL TITLE URL VERSION");
    expect(read.get("N")).toEqual([lastName, "Jo", "", "", ""]);
    expect(read.get("ORG")).toEqual([company]);
    expect(read.get("TITLE")).toEqual(["Pilot, retired"]);
    expect(read.get("NOTE")).toEqual([`x${bio}x`]);
  }));
});

it("has the account's address without a profile, and no duplicates", () => {
  const member = memberWith({ email: "jo@example.com", profile: null });
  expect(contactCard(member)).toMatch(
    /^BEGIN:VCARD\r\nVERSION:3\.0\r\n[^]*EMAIL[^\r]*:jo@example\.com\r\n[^]*END:VCARD\r\n$/,
  );
  const profile = profileRecordWith({
    primaryEmail: "a@example.com",
    secondaryEmail: "a@example.com",
  });
  expect(contactCard(memberWith({ profile })).match(/a@example\.com/g)).toHaveLength(1);
});
