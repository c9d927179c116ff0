import { typosBetween } from "./match-word.ts";

/** The word that a misspelled one is most like; `undefined` for a word that is right, or like none. */
export type Spelling = (word: string) => string | undefined;

/** More than a search forgives: these words are names, and no people's. */
const shortestMisspelled = 4;
const shortestTwiceMisspelled = 7;
/** People misspell the same words again and again. */
const mostKnown = 5000;

/** @param right Words as they are spelled. */
export function createSpelling(right: ReadonlySet<string>): Spelling {
  const byStart = Map.groupBy(
    [...right].filter((word) => word.length >= shortestMisspelled && !/\d/.test(word))
      .map((word) => ({ word, letters: lettersOf(word) })),
    ({ word }) => startOf(word, word.length),
  );
  const known = new Map<string, string | undefined>();

  function find(word: string): string | undefined {
    const most = word.length < shortestTwiceMisspelled ? 1 : 2;
    const letters = lettersOf(word);
    let best: string | undefined;
    let fewest = most + 1;
    // A letter that is left out is more usual than one too many.
    for (let length = word.length + most; length >= word.length - most; length--) {
      for (const other of byStart.get(startOf(word, length)) ?? []) {
        // Each letter that only one of them has is a typo: found out without looking at their order.
        if (count(letters & ~other.letters) >= fewest) continue;
        if (count(other.letters & ~letters) >= fewest) continue;
        const typos = typosBetween(word, other.word);
        if (typos >= fewest) continue;
        fewest = typos;
        best = other.word;
      }
    }
    return best;
  }

  return (word) => {
    if (word.length < shortestMisspelled || right.has(word)) return undefined;
    if (known.has(word)) return known.get(word);
    if (known.size >= mostKnown) known.clear();
    const found = find(word);
    known.set(word, found);
    return found;
  };
}

/** Words whose first letter is wrong are not looked for. */
function startOf(word: string, length: number): string {
  return `${word[0]}${length}`;
}

/** A bit for each letter that a word has; letters of other alphabets share them. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function count(bits: number): number {
  let ones = 0;
  for (let left = bits; left !== 0; left &= left - 1) ones++;
  return ones;
}
