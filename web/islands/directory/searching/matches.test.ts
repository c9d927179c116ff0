import { describe, expect, it } from "vitest";
import { foundPieces, isFound, matchPieces, ranked } from "./matches.tsx";

/** The text with its matches in brackets. */
function marked(text: string, search: string): string {
  return matchPieces(text, search)
    .map(({ text, isMatch }) => isMatch ? `[${text}]` : text).join("");
}

describe("the matched words of a text", () => {
  it("are none without a search", () => {
    expect(matchPieces("Dana Whitfield", " ,")).toEqual([
      { text: "Dana Whitfield", isMatch: false },
    ]);
  });

  it("are whole words, and words that start with the last one", () => {
    expect(marked("Danae Dana Whitfield", "dana whit")).toBe("Danae [Dana] [Whit]field");
    expect(marked("Signal Corps (25A)", "25a")).toBe("Signal Corps ([25A])");
    expect(marked("Fort Worth", "orth")).toBe("Fort Worth");
  });

  it.each([
    ["José Łódzki", "jose lodz", "[José] [Łódz]ki"],
    ["Jose\u0301 Ruiz", "josé", "[Jose\u0301] Ruiz"],
    ["Jose\u0301fa", "jose", "[Jose\u0301]fa"],
    ["Straße", "strass", "[Straß]e"],
    ["Straße", "STRASSE", "[Straße]"],
    ["ﬁnance", "fi", "[ﬁ]nance"],
    ["<b>Law</b>", "law", "<b>[Law]</b>"],
    ["a.c abc", ".*", "a.c abc"],
  ])("are folded as the engine does: %s by %s", (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  it("preserve every letter of any text", () => {
    for (const text of ["", "  ", "½ cup", "a\u0301\u0302b", "👩🏽‍🚀 Ride", "İstanbul"]) {
      for (const search of ["a", "i", "1", "cup r"]) {
        expect(matchPieces(text, search).map((piece) => piece.text).join("")).toBe(text);
      }
    }
  });
});

describe("the found words of a profile", () => {
  it("are marked as whole words, as written", () => {
    const pieces = foundPieces("José, Judge Advocate General (27A)", ["jose", "judge", "27a"]);
    expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text))
      .toEqual(["José", "Judge", "27A"]);
    expect(pieces.map(({ text }) => text).join("")).toBe("José, Judge Advocate General (27A)");
  });
});

describe("topics sorted for the three that are shown", () => {
  const texts = ["Networking", "Ranger School", "OML Strategy", "PCS Tips", "Graduate School"];
  const order = (...found: string[]) => ranked(texts, (text) => isFound(text, found) ? 0 : 1);

  it("keep their order without a search, or if none matches", () => {
    expect(order()).toEqual(texts);
    expect(order("dana")).toEqual(texts);
  });

  it("start with matching ones", () => {
    expect(order("pcs"))
      .toEqual(["PCS Tips", "Networking", "Ranger School", "OML Strategy", "Graduate School"]);
    expect(order("school"))
      .toEqual(["Ranger School", "Graduate School", "Networking", "OML Strategy", "PCS Tips"]);
  });
});
