import { Dictionary } from "./words/dictionary.ts";
import { Walker } from "./words/walk.ts";

/** The known word that a misspelled one most resembles; `undefined` for a correct word. */
export type Spelling = (word: string) => string | undefined;

export function createSpelling(right: ReadonlySet<string>): Spelling {
  const dictionary = new Dictionary();
  const texts: string[] = [];
  for (const text of right) {
    if (mostTypos(text.length) > 0 && !/\d/.test(text)) texts[dictionary.add(text)] = text;
  }
  const walker = new Walker(dictionary, mostTypos);
  const known = new Map<string, string | undefined>();

  function find(word: string): string | undefined {
    const { words, tiers } = walker.find({ word, isPrefix: false, isExact: false });
    const [best] = words.map((number, at) => ({ text: texts[number]!, tier: tiers[at]!, number }))
      .filter(({ text }) => text[0] === word[0])
      // A missing letter is more common than an extra one.
      .sort((a, b) => a.tier - b.tier || b.text.length - a.text.length || a.number - b.number);
    return best?.text;
  }

  return (word) => {
    if (right.has(word)) return undefined;
    if (known.size >= mostKnown) known.clear();
    if (!known.has(word)) known.set(word, find(word));
    return known.get(word);
  };
}

/** Cached, because people misspell the same words. */
const mostKnown = 5000;

/** Allows more typos than a search, because these words are terms, not people's names. */
function mostTypos(letters: number): 0 | 1 | 2 {
  return letters >= 7 ? 2 : letters >= 4 ? 1 : 0;
}
