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

/** The words that say of a document that it has this one, which is longer than they are. */
export function beginningsOf(word: string): string[] {
  // What stands for a phrase is no word that somebody could begin.
  if (word.startsWith("#")) return [];
  const letters = Array.from(word);
  return letters.slice(1, longestBeginning + 1)
    .map((_, at) => beginning(letters.slice(0, at + 1).join("")));
}
