import { describe, expect, it } from "vitest";
import { createRandom } from "../../events/testing/random.ts";
import { forgiven, typosBetween } from "../match-word.ts";
import { longestBeginning } from "./beginnings.ts";
import { Dictionary } from "./dictionary.ts";
import { Walker } from "./walk.ts";

const alphabet = ["a", "b", "c", "é", "日"];
const random = createRandom(7);
const invent = () => random.some(alphabet, 1, 12).join("");

describe("Walker", () => {
  it("finds the words that plain edit distance finds, and says how they match", () => {
    const texts = [...new Set(Array.from({ length: 600 }, invent))];
    const dictionary = new Dictionary();
    const numbers = texts.map((text) => dictionary.add(text));
    const walker = new Walker(dictionary);

    for (let count = 0; count < 400; count++) {
      const wanted = invent();
      // Shorter beginnings are words of their own.
      const isPrefix = random.chance(0.5) && [...wanted].length > longestBeginning;
      const isExact = random.chance(0.2);
      const { words, tiers } = walker.find({ word: wanted, isPrefix, isExact });
      const found = words.map((word, at) => `${texts[numbers.indexOf(word)]} ${tiers[at]}`);
      const tierOf = (text: string) => tierBetween(wanted, text, isPrefix && !isExact);
      const asTyped = texts.filter((text) => tierOf(text) < 2);
      // Typos are only allowed if no document has the word.
      const matching = asTyped.length > 0 || isExact ? asTyped : texts;
      const expected = matching.filter((text) => tierOf(text) < Infinity)
        .map((text) => `${text} ${tierOf(text)}`);
      expect(found.sort(), wanted).toEqual(expected.sort());
    }
  });
});

function tierBetween(wanted: string, text: string, isPrefix: boolean): number {
  if (text === wanted) return 0;
  if (isPrefix && text.startsWith(wanted)) return 1;
  const typos = typosBetween(wanted, text);
  return typos <= forgiven([...wanted].length) ? 2 * typos : Infinity;
}
