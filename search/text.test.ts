import { describe, expect, it } from "vitest";
import {
  compareText,
  fold,
  maxQueryWords,
  maxWordLength,
  nameKey,
  queryWords,
  typedWords,
  words,
} from "./text.ts";

describe("fold", () => {
  it("drops case and diacritics", () => {
    expect(fold("Núñez ÅNGSTRÖM")).toBe("nunez angstrom");
  });

  it("knows letters that Unicode does not decompose", () => {
    expect(fold("Łukasz Sørensen Weiß Ægir")).toBe("lukasz sorensen weiss aegir");
  });

  it("does not tell a final sigma from another one", () => {
    expect(fold("ΟΔΥΣΣΕΥΣ")).toBe(fold("Οδυσσευσ"));
  });

  it("takes compatibility forms for the letters they show", () => {
    expect(fold("ﬁnance Ⅳ ℌ")).toBe("finance iv h");
  });

  it("changes nothing the second time", () => {
    const once = fold("İstanbul ẞ Ǆ ΑΣ ½ Çelik");
    expect(fold(once)).toBe(once);
  });
});

describe("words", () => {
  it("are runs of letters and digits", () => {
    expect(words("O'Brien, 11B/25A — R&D 🎖️ co-lead")).toEqual(
      ["o", "brien", "11b", "25a", "r", "d", "co", "lead"],
    );
  });

  it("are one of a contraction, in a profile and in a question alike", () => {
    expect(words("I’m sure the Master's isn't O'Neill's")).toEqual(
      ["im", "sure", "the", "master", "s", "isnt", "o", "neill", "s"],
    );
    expect(typedWords("Don't/can’t").map(({ word, typed }) => [word, typed])).toEqual(
      [["dont", "Don't"], ["cant", "can’t"]],
    );
  });

  it("are none in a text of signs", () => {
    expect(words(" …!? 🎖️ ")).toEqual([]);
  });

  it("are cut after the letters that count, not inside one", () => {
    expect(words("𐐨".repeat(50))).toEqual(["𐐨".repeat(maxWordLength)]);
  });

  it("of a query are bounded", () => {
    expect(queryWords("a ".repeat(500))).toHaveLength(maxQueryWords);
  });
});

describe("compareText", () => {
  it("is code point order where that of code units differs", () => {
    expect(["\u{10400}", "\ufb01", "z"].sort(compareText)).toEqual(["z", "\ufb01", "\u{10400}"]);
  });

  it("puts a text before its continuations", () => {
    expect(["ab", "", "a"].sort(compareText)).toEqual(["", "a", "ab"]);
  });
});

describe("nameKey", () => {
  it("orders by last name, then first name, whatever their case and diacritics", () => {
    const names = [["Zoë", "lee"], ["Ann", "Lé"], ["adam", "LEE"], ["Bo", "Abel"]] as const;
    const sorted = names.toSorted(([firstA, lastA], [firstB, lastB]) =>
      compareText(nameKey(firstA, lastA), nameKey(firstB, lastB))
    );
    expect(sorted.map(([first]) => first)).toEqual(["Bo", "Ann", "adam", "Zoë"]);
  });
});
