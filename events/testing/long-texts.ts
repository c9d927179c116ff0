/**
 * Long texts of every class of character, to test everything that examines people's input.
 *
 * @module
 */

/** Longer than any request body that the service accepts. */
const length = 512 * 1024;

const units: Readonly<Record<string, string>> = {
  letters: "a",
  capitals: "Z",
  digits: "7",
  spaces: " ",
  "no-break spaces": "\u00a0",
  tabs: "\t",
  "line feeds": "\n",
  "carriage returns": "\r",
  "Windows lines": "\r\n",
  "line separators": "\u2028",
  zeros: "\u0000",
  controls: "\u0007\u0085",
  joiners: "\u200d",
  "non-joiners": "\u200c",
  "joiners after letters": "a\u200d",
  "joiners and spaces": " \u200d",
  "joiners and selectors": "\u200d\ufe0f",
  selectors: "\ufe0f",
  "selectors of other planes": "\u{e0101}",
  "zero-width spaces": "\u200b",
  "directions": "\u202e\u2066\u200f",
  "byte order marks": "\ufeff",
  "soft hyphens": "\u00ad",
  fillers: "\u3164\u115f",
  tags: "\u{e0068}",
  notes: "\ufff9\ufffb",
  accents: "\u0301",
  "accents of two classes": "\u0301\u0323",
  "letters with accents": "e\u0301\u0323",
  "composed letters": "\u1eaf",
  "words that are one letter": "\ufdfa",
  "ligatures": "\ufb03",
  "capitals of two letters": "\u0130\u00df",
  sigmas: "Σ",
  "Hebrew and Arabic": "שع",
  Hindi: "क्\u200dष",
  Han: "中",
  Hangul: "한",
  "parts of Hangul": "\u1112\u1161\u11ab",
  emoji: "😀",
  families: "👩\u200d👩\u200d👧",
  "high surrogates": "\ud83d",
  "low surrogates": "\ude00",
  "words": "a ",
  "words and breaks": "a\n",
  "addresses": "@.",
  "parts of addresses": "a.",
  "parts with hyphens": "a-",
  "addresses over and over": "a@a.",
  "web addresses": "https://linkedin.com/",
  "linkedin": "linkedin.com.",
  "percent signs": "%",
  "percent-encoded zeros": "%00",
  "doubled quotes": '""',
  "quotes and commas": '",',
  "quotes and spaces": '" ',
  "backslashes and quotes": '\\"',
  "empty cells": ",",
  "cells": "a,",
  "bars": "a|",
  "equals and quotes": '="',
  tagsOfPages: "<b>&amp;",
  years: "2018-",
  ...Object.fromEntries([..."@.-/:%+\"'<>&=?#[](){}\\*^$|!~`;,_"].map((one) => [one, one])),
};

/** Texts by their unit, which is repeated alone and between two letters. */
export const longTexts: readonly (readonly [string, string])[] = Object.entries(units).flatMap(
  ([name, unit]) => {
    const text = unit.repeat(length / unit.length);
    return [[name, text], [`${name} between letters`, `a${text}b`]] as const;
  },
);
