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
  const byStart = new Map<string, string[]>();
  for (const word of right) {
    if (word.length < shortestMisspelled || /\d/.test(word)) continue;
    const key = startOf(word, word.length);
    byStart.set(key, [...byStart.get(key) ?? [], word]);
  }
  const known = new Map<string, string | undefined>();

  function find(word: string): string | undefined {
    const most = word.length < shortestTwiceMisspelled ? 1 : 2;
    let best: string | undefined;
    let fewest = most + 1;
    // A letter that is left out is more usual than one too many.
    for (let length = word.length + most; length >= word.length - most; length--) {
      for (const other of byStart.get(startOf(word, length)) ?? []) {
        if (haveFewInCommon(word, other, most)) continue;
        const typos = typosBetween(word, other);
        if (typos >= fewest) continue;
        fewest = typos;
        best = other;
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

/** Whether more letters are missing in the other word than typos can leave out: found out without looking at their order. */
function haveFewInCommon(word: string, other: string, most: number): boolean {
  let missing = 0;
  for (const letter of word) if (!other.includes(letter) && ++missing > most) return true;
  return false;
}
