import { describe, expect, it } from "vitest";
import { createRandom } from "../../testing/random.ts";
import { forgiven, typosBetween } from "../../match-word.ts";
import { createDictionary } from "./dictionary.ts";
import { createWalker } from "./walk.ts";

const alphabet = ["a", "b", "c", "é", "日"];
const random = createRandom(7);
const invent = () => random.some(alphabet, 1, 12).join("");

describe("createWalker", () => {
  it("finds the words, and says how they match, that plain edit distance says", () => {
    const texts = [...new Set(Array.from({ length: 600 }, invent))];
    const dictionary = createDictionary();
    const numbers = texts.map((text) => dictionary.add(text));
    const walker = createWalker(dictionary);

    for (let count = 0; count < 400; count++) {
      const wanted = invent();
      const isPrefix = random.chance(0.5);
      const { words, tiers } = walker.find(wanted, isPrefix);
      const found = words.map((word, at) => `${texts[numbers.indexOf(word)]} ${tiers[at]}`);
      const expected = texts.flatMap((text) => {
        const tier = tierOf(wanted, text, isPrefix);
        return tier === undefined ? [] : [`${text} ${tier}`];
      });
      expect(found.sort(), wanted).toEqual(expected.sort());
    }
  });
});

function tierOf(wanted: string, text: string, isPrefix: boolean): number | undefined {
  if (text === wanted) return 0;
  if (isPrefix && text.startsWith(wanted)) return 1;
  const typos = typosBetween(wanted, text);
  return typos <= forgiven([...wanted].length) ? 2 * typos : undefined;
}
