import { createDictionary } from "./words/dictionary.ts";
import { createWalker } from "./words/walk.ts";

/** The word that a misspelled one is most like; `undefined` for a word that is right, or like none. */
export type Spelling = (word: string) => string | undefined;

/** @param right Words as they are spelled. */
export function createSpelling(right: ReadonlySet<string>): Spelling {
  const dictionary = createDictionary();
  const texts: string[] = [];
  for (const text of right) {
    if (mostTypos(text.length) > 0 && !/\d/.test(text)) texts[dictionary.add(text)] = text;
  }
  const walk = createWalker(dictionary, mostTypos);
  const known = new Map<string, string | undefined>();

  function find(word: string): string | undefined {
    const { words, tiers } = walk({ word, isPrefix: false, isExact: false });
    const [best] = words.map((number, at) => ({ text: texts[number]!, tier: tiers[at]!, number }))
      .filter(({ text }) => text[0] === word[0])
      // A letter that is left out is more usual than one too many.
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

/** People misspell the same words again and again. */
const mostKnown = 5000;

/** More than a search forgives: these words are names, and no people's. */
function mostTypos(letters: number): 0 | 1 | 2 {
  return letters >= 7 ? 2 : letters >= 4 ? 1 : 0;
}
