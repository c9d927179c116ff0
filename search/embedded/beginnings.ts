/**
 * Beginnings of one or two letters, which thousands of words have: going through the entries of each of
 * these words would take longest of all. So a document has its words' beginnings as words of their own,
 * behind a mark that no word has.
 *
 * @module
 */

/** Letters of the longest beginning that is a word of its own. */
export const longestBeginning = 2;
const mark = "*";

/** The word that says of a document that a longer word begins with this text. */
export function beginning(text: string): string {
  return mark + text;
}

/** A document's words with their beginnings, each with the best rank of a word that begins with it. */
export function withBeginnings(words: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(words);
  for (const [word, rank] of words) {
    let text = mark;
    let letters = 0;
    for (const letter of word) {
      if (letters > 0) all.set(text, Math.min(rank, all.get(text) ?? rank));
      if (letters++ === longestBeginning) break;
      text += letter;
    }
  }
  return all;
}
