import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskKnown } from "./mask-known.ts";

const known = {
  addresses: ["sam.carter@example.edu", "S.Home+x@Example.com"],
  numbers: ["+1 (831) 555-0142", "+49 151 23456789", "916 555 0177 ext. 5", "12"],
};
const mask = (before: string) => {
  const { text, found } = maskKnown(before, known);
  return { text, masked: found.length };
};

describe("a known address", () => {
  it.each([
    "sam.carter@example.edu",
    "SAM.Carter@Example.EDU",
    "sam.carter+army@example.edu",
    "sam.carter (at) example.edu",
    "sam.carter[at]example[dot]edu",
    "sam.carter at example dot edu",
    "sam.carter＠example.edu",
    "sam.carter @ example.edu",
    "sam.carter{at}example.edu",
    "sam.carter%40example.edu",
    "s.home+x@example.com",
  ])("is masked as %s", (address) => {
    expect(mask(`Write to <${address}>, or _${address}_.`)).toEqual({
      text: "Write to <[address left out]>, or _[address left out]_.",
      masked: 2,
    });
  });

  it.each([
    "xsam.carter@example.edu",
    "old.sam.carter@example.edu",
    "sam.carter@example.education",
    "sam@example.edu",
  ])(
    "is different from %s",
    (text) => expect(mask(text)).toEqual({ text, masked: 0 }),
  );
});

describe("a known number", () => {
  it.each([
    "831-555-0142",
    "(831) 555-0142",
    "+1 831 555 0142",
    "+1 (831) 555-0142",
    "1-831-555-0142",
    "18315550142",
    "+18315550142",
    "831.555.0142",
    "831 – 555 – 0142",
    "831,555,0142",
    "831_555_0142",
    "831~555~0142",
    "８３１-５５５-０１４２",
    "555-0142",
    "5550142",
    "0151 23456789",
    "(916) 555-0177",
    "+49 151 2345 6789",
    "0049 151 23456789",
    "83\u00a01555\n0142",
  ])("is masked as %j", (number) => {
    expect(mask(`Call ${number}, 24 hours.`)).toEqual({
      text: "Call [number left out], 24 hours.",
      masked: 1,
    });
  });

  it.each([
    "831-555-0143",
    "555-01421",
    "2555-0142",
    "0142",
    "12",
    "555 is, as I said, 0142",
    "83155501429",
    "(916) 555-014",
  ])(
    "is different from %s",
    (text) => expect(mask(text)).toEqual({ text, masked: 0 }),
  );

  it("is masked beside other numbers, and parentheses around it stay", () => {
    expect(mask("In 2026 555-0142 (831-555-0142) 12 831 555 0142 99").text)
      .toBe("In 2026 [number left out] ([number left out]) 12 [number left out] 99");
  });

  it("is found however its digits are grouped", () => {
    const separator = fc.constantFrom("", " ", "-", ".", " - ", "/", ") ");
    fc.assert(
      fc.property(
        fc.array(separator, { minLength: 9, maxLength: 9 }),
        fc.stringMatching(/^[a-z ,]{0,9}$/),
        (separators, around) => {
          const number = [..."8315550142"].map((digit, at) => `${digit}${separators[at] ?? ""}`);
          const { text, masked } = mask(`${around} ${number.join("")} ${around}`);
          expect([text, masked]).toEqual([`${around} [number left out] ${around}`, 1]);
        },
      ),
    );
  });
});

it("changes nothing where nothing is known", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(maskKnown(text, { addresses: ["", "@", "a@b@c"], numbers: ["", "1"] })).toEqual({
        text,
        found: [],
      });
    }),
  );
});
