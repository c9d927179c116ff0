import { expect, it } from "vitest";
import { createSynonyms } from "./synonyms.ts";
import { partsIn } from "./part.ts";
import { parseText } from "./parse-text.ts";

const parse = (text: string) => parseText(text, createSynonyms());

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
  ["leutenant colonels", ["leutenant colonels"]],
  ["11 bravo at comand and general staff", ["11 bravo", "comand and general staff"]],
  ["software developer or cloud architect", ["software developer or cloud architect"]],
  ["i dont want to go active", ["go active"]],
  // A person's name may be like a word of a question.
  ["John Doe", ["John", "Doe"]],
  ["what does an XO do", ["XO"]],
])("%s asks for %j", (text, parts) => {
  expect(parse(text).parts.map(({ typed }) => typed)).toEqual(parts);
});

it("reads guard or active alone as a topic", () => {
  const [part] = parse("should I go guard or active").parts;
  expect(part?.meanings).toEqual([{ kind: "helpTopics", name: "Active vs Reserve" }]);
});

it.each([["captins", "captains"], ["brag", "bragg"], ["flew", "flew"], ["granger", "granger"]])(
  "corrects %s to %s if no profile has the typed word",
  (text, said) => {
    const parts = partsIn(parse(text).parts, ({ meanings }) => meanings.length > 0);
    expect(parts.map(({ typed }) => typed)).toEqual([said]);
  },
);

it("excludes phrases, but never other words for a topic", () => {
  const excluded = (text: string) => parse(text).without.map(({ word }) => word);
  expect(excluded("airborne but i dont want infantry")).toContain("infantry");
  expect(excluded("i dont want to go active")).toEqual([]);
});

it("doesn't correct an unknown word in a sentence that names something", () => {
  const [section] = parse("i am in the trumpet section and want ranger school").parts;
  expect(section?.typed).toBe("trumpet section");
  const words = [section, ...section?.inWords ?? []].flatMap((part) => part?.any ?? []);
  expect(words.map(({ word }) => word)).toContain("trumpet");
  expect(words.filter(({ isExact }) => !isExact)).toEqual([]);
});
