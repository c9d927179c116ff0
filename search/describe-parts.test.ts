import { expect, it } from "vitest";
import { describeParts } from "./describe-parts.ts";
import { createSynonyms } from "./synonyms.ts";
import { parseText } from "./parse-text.ts";

it.each([
  ["aviation branch selection", "aviation officers who help with branch selection"],
  ["captains in texas", "captains in Texas"],
  ["aviation captains resume", "aviation captains who help with resume review"],
  ["JAG on active duty", "Judge Advocate General officers on active duty"],
  ["veterans in technology", "veterans in technology"],
  ["zebra ohio", "people in Ohio matching “zebra”"],
  ["ranger school pcs", "people who help with Ranger School and PCS tips"],
])("%s asks for %s", (text, expected) => {
  expect(describeParts(parseText(text, createSynonyms()).parts)).toBe(expected);
});
