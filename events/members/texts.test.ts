import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, lines } from "./texts.ts";

describe("a text of one line", () => {
  it.each([
    ["an override of the direction", "Pat \u202egnol\u202c Lee", "Pat gnol Lee"],
    ["an isolate", "\u2066Pat\u2069 \u2067Lee\u2069", "Pat Lee"],
    ["an embedding, as phones copy numbers", "\u202a+1 555 0100\u202c", "+1 555 0100"],
    ["marks of a direction", "Pat\u200e\u200f\u061c", "Pat"],
    ["a space without width", "Pa\u200bt\ufeff", "Pat"],
    ["soft hyphens and word joiners", "mentor\u00adship\u2060", "mentorship"],
    ["tags that hide a text", "Pat\u{e0068}\u{e0069}", "Pat"],
    ["fillers that are letters by name", "\u3164\u115f\uffa0", ""],
    ["interlinear notes", "Pat\ufff9Lee\ufffb", "PatLee"],
    ["joiners that join nothing", "\u200d\ufe0f \u200cPat\u200d", "Pat"],
    ["a space inside invisible characters", "\u202e Pat \u202c", "Pat"],
  ])("is stored without %s", (_, text, kept) => {
    expect(line().parse(text)).toBe(kept);
  });

  it.each([
    ["Persian, with a joiner that parts letters", "علی\u200cرضا"],
    ["Hindi, with a joiner that joins them", "क्\u200dष"],
    ["a family in one emoji", "👩\u200d👩\u200d👧"],
    ["an emoji in color", "❤\ufe0f Armor"],
    ["a Japanese name with a variation selector", "辻\u{e0101}"],
    ["accents", "Zoe\u0308 O’Brien-Núñez"],
    ["Hebrew and Arabic", "דנה محمد"],
  ])("keeps %s", (_, text) => {
    expect(line().parse(text)).toBe(text);
  });

  it.each(["a\nb", "a\tb", "a\u0000b", "a\u007fb"])(
    "refuses %j",
    (text) => {
      expect(line().safeParse(text).error?.issues[0]?.message)
        .toBe("Must not contain control characters");
    },
  );

  it.each(["\uf0b7", "\uf0a7", "\uf0d8"])(
    "replaces %j, a bullet of Word, by its Unicode form",
    (bullet) => {
      expect(lines(100).parse(`Led:\n${bullet}\tAn airfield`)).toBe("Led:\n•\tAn airfield");
    },
  );

  it.each(["\u000b", "\u000c", "\u0085", "\u2028", "\u2029"])(
    "replaces %j, a break of Word, by a space or line break",
    (wordBreak) => {
      expect(line().parse(`Fort${wordBreak}Worth${wordBreak}`)).toBe("Fort Worth");
      expect(lines(100).parse(`Fort${wordBreak}Worth`)).toBe("Fort\nWorth");
    },
  );

  it("is measured as stored, and unchanged when stored again", () => {
    expect(line(3).parse("P\u200bat\u200b")).toBe("Pat");
    const unit = fc.oneof(
      fc.constantFrom(..."\u200b\u200c\u200d\ufe0f\u202e a"),
      fc.constantFrom("é", "ك"),
    );
    fc.assert(fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      const once = line().safeParse(text);
      if (once.success) expect(line().parse(once.data)).toBe(once.data);
    }));
  });
});

describe("a longer text", () => {
  it("keeps its lines, and loses invisible characters", () => {
    expect(lines(100).parse("One\r\n\u202etwo\tthree\n\u200b\nfour")).toBe(
      "One\r\ntwo\tthree\n\nfour",
    );
    expect(lines(100).safeParse("bell\u0007").success).toBe(false);
  });
});
