import { Dictionary } from "./dictionary.ts";

/** The known word that a misspelled one most resembles; `undefined` for a correct word. */
export type Spelling = (word: string) => string | undefined;

export function createSpelling(right: ReadonlySet<string>): Spelling {
  const dictionary = new Dictionary(mostTypos);
  for (const text of right) {
    if (mostTypos(text.length) > 0 && !/\d/.test(text)) dictionary.add(text);
  }
  return (word) => {
    if (right.has(word)) return undefined;
    return dictionary.find({ word, isPrefix: false, isExact: false })
      .filter((found) => found.word[0] === word[0])
      // A missing letter is more common than an extra one.
      .sort((a, b) => a.tier - b.tier || b.word.length - a.word.length)[0]?.word;
  };
}

/** Allows more typos than a search, because these words are terms, not people's names. */
function mostTypos(letters: number): 0 | 1 | 2 {
  return letters >= 7 ? 2 : letters >= 4 ? 1 : 0;
}
