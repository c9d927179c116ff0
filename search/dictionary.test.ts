import { describe, expect, it } from "vitest";
import { createRandom } from "../events/testing/random.ts";
import { Dictionary } from "./dictionary.ts";
import { forgiven, typosBetween } from "./match-word.ts";

const alphabet = ["a", "b", "c", "é", "日"];
const random = createRandom(7);
const invent = () => random.some(alphabet, 1, 12).join("");

describe("Dictionary", () => {
  it("finds the words that plain edit distance finds, among those that stayed", () => {
    const all = [...new Set(Array.from({ length: 900 }, invent))];
    const [texts, removed] = [all.slice(0, 600), all.slice(600)];
    const dictionary = new Dictionary();
    for (const text of all) dictionary.add(text);
    for (const text of removed) dictionary.remove(text);

    for (let count = 0; count < 400; count++) {
      const word = invent();
      const [isPrefix, isExact] = [random.chance(0.5), random.chance(0.2)];
      const tierOf = (text: string) => tierBetween(word, text, isPrefix && !isExact);
      const asTyped = texts.filter((text) => tierOf(text) < 2);
      // Typos are only allowed if no document has the word.
      const matching = asTyped.length > 0 || isExact ? asTyped : texts;
      const expected = matching.filter((text) => tierOf(text) < Infinity)
        .map((text) => `${text} ${tierOf(text)}`);
      const found = dictionary.find({ word, isPrefix, isExact });
      expect(found.map((one) => `${one.word} ${one.tier}`).sort(), word).toEqual(expected.sort());
    }
  });
});

function tierBetween(wanted: string, text: string, isPrefix: boolean): number {
  if (text === wanted) return 0;
  if (isPrefix && text.startsWith(wanted)) return 1;
  const typos = typosBetween(wanted, text);
  return typos <= forgiven([...wanted].length) ? 2 * typos : Infinity;
}
