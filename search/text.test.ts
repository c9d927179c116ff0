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
  it.each([
    ["case and diacritics", "Núñez ÅNGSTRÖM", "nunez angstrom"],
    [
      "letters that Unicode doesn't decompose",
      "Łukasz Sørensen Weiß Ægir",
      "lukasz sorensen weiss aegir",
    ],
    ["a final sigma", "ΟΔΥΣΣΕΥΣ", fold("Οδυσσευσ")],
    ["compatibility forms", "ﬁnance Ⅳ ℌ", "finance iv h"],
    [
      "text that is already folded",
      fold("İstanbul ẞ Ǆ ΑΣ ½ Çelik"),
      fold(fold("İstanbul ẞ Ǆ ΑΣ ½ Çelik")),
    ],
  ])("folds %s", (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe("words", () => {
  it.each([
    ["runs of letters and digits", "O'Brien, 11B/25A — R&D 🎖️ co", "o brien 11b 25a r d co"],
    ["one of a contraction", "I’m sure it isn't O'Neill's", "im sure it isnt o neill s"],
    ["none of signs", " …!? 🎖️ ", ""],
    ["cut after the letters that count", "𐐨".repeat(50), "𐐨".repeat(maxWordLength)],
  ])("are %s", (_, text, expected) => {
    expect(words(text).join(" ")).toBe(expected);
  });

  it("of a query are also returned as typed, and are limited", () => {
    expect(typedWords("Don't/can’t").map(({ word, typed }) => [word, typed])).toEqual(
      [["dont", "Don't"], ["cant", "can’t"]],
    );
    expect(queryWords("a ".repeat(500))).toHaveLength(maxQueryWords);
  });
});

it("sorts texts by code point, and before their continuations", () => {
  expect(["\u{10400}", "\ufb01", "z", "ab", "", "a"].sort(compareText))
    .toEqual(["", "a", "ab", "z", "\ufb01", "\u{10400}"]);
});

it("sorts names by last, then first name, ignoring case and diacritics", () => {
  const names = [["Zoë", "lee"], ["Ann", "Lé"], ["adam", "LEE"], ["Bo", "Abel"]] as const;
  const sorted = names.toSorted(([firstA, lastA], [firstB, lastB]) =>
    compareText(nameKey(firstA, lastA), nameKey(firstB, lastB))
  );
  expect(sorted.map(([first]) => first)).toEqual(["Bo", "Ann", "adam", "Zoë"]);
});
