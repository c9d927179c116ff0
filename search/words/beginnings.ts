/**
 * Prefixes of one or two letters, which thousands of words have. Reading the entries of all these words would
 * be slowest, so a document's prefixes are indexed as words of their own, behind a mark that no word contains.
 */

/** Letters of the longest beginning that is a word of its own. */
export const longestBeginning = 2;
const mark = "*";

/** The word that says of a document that a longer word begins with this text. */
export function beginning(text: string): string {
  return mark + text;
}

/** The words that say of a document that it has this one, which is longer than they are. */
export function beginningsOf(word: string): string[] {
  // A phrase's token isn't typed, so it has no prefixes.
  if (word.startsWith("#")) return [];
  const letters = Array.from(word);
  return letters.slice(1, longestBeginning + 1)
    .map((_, at) => beginning(letters.slice(0, at + 1).join("")));
}
