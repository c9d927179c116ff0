import { expect, it } from "vitest";
import { ownSynonyms } from "./synonyms.ts";
import { partsIn } from "./part.ts";
import { wishOf } from "./wish.ts";

it.each([
  ["what if I don't get ranger", ["ranger"]],
  ["who's been to ranger", ["ranger"]],
  ["infantry and armor", ["infantry or armor"]],
  ["quartermaster, ordnance or transportation", ["quartermaster or ordnance or transportation"]],
  ["I didn't get aviation", ["aviation"]],
  ["infantry and engineering", ["infantry", "engineering"]],
  ["TXARNG lawyers", ["Texas", "Guard", "lawyers"]],
  ["guard or active lawyers", ["guard or active", "lawyers"]],
  ["consulting after the army", ["consulting"]],
  ["infantry after the army", ["infantry", "after the army"]],
  ["majors in Dallas", ["majors", "Dallas"]],
  ["battalion S3 at HRC", ["battalion S3", "HRC"]],
])("%s asks for %j", (text, parts) => {
  expect(wishOf(text, ownSynonyms).parts.map(({ typed }) => typed)).toEqual(parts);
});

it("guard or active alone is a topic", () => {
  const [part] = wishOf("should I go guard or active", ownSynonyms).parts;
  expect(part?.meanings).toEqual([{ kind: "helpTopics", name: "Active vs Reserve" }]);
});

it.each([["captins", "captains"], ["flew", "flew"]])(
  "%s is said as %s where no one has the word as it was typed",
  (text, said) => {
    const parts = partsIn(wishOf(text, ownSynonyms).parts, ({ meanings }) => meanings.length > 0);
    expect(parts.map(({ typed }) => typed)).toEqual([said]);
  },
);

it("a name that a word of a question is like is no such word", () => {
  const { parts } = wishOf("John Doe", ownSynonyms);
  expect(parts.map(({ typed }) => typed)).toEqual(["John", "Doe"]);
  expect(wishOf("what does an XO do", ownSynonyms).parts.map(({ typed }) => typed)).toEqual(["XO"]);
});
