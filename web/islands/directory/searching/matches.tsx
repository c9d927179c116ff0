/**
 * Marks matches in a text. Suggestions are marked by the typed text, folded, with the last word as
 * a prefix; profiles by the words that the server found.
 */
import { fold, queryWords, words, writtenWords } from "../../../../search/text.ts";

export interface TextRun {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a suggestion into pieces that match the typed text or don't. Joined, they are the
 * suggestion.
 */
export function matchPieces(text: string, search: string): readonly TextRun[] {
  const wanted = queryWords(search);
  const prefix = wanted.at(-1);
  if (prefix === undefined) return [{ text, isMatch: false }];
  const whole = new Set(wanted);
  return piecesOf(text, (word) => matchedLength(word, whole, prefix));
}

/** Splits a profile's text into whole words that the server found, and the rest. */
export function foundPieces(text: string, found: readonly string[]): readonly TextRun[] {
  if (found.length === 0) return [{ text, isMatch: false }];
  return piecesOf(
    text,
    (word) => words(word).some((part) => found.includes(part)) ? word.length : 0,
  );
}

function piecesOf(text: string, lengthOf: (word: string) => number): readonly TextRun[] {
  const pieces: TextRun[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(writtenWords)) {
    const length = lengthOf(word);
    if (length === 0) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false });
    end = index + length;
    pieces.push({ text: text.slice(index, end), isMatch: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

export function isFound(text: string, found: readonly string[]): boolean {
  return foundPieces(text, found).some(({ isMatch }) => isMatch);
}

/** Sorts texts by rank, stable, since only the first ones are shown. */
export function ranked(
  texts: readonly string[],
  rankOf: (text: string) => number,
): readonly string[] {
  return [...texts].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Length of the word's matched beginning. */
function matchedLength(word: string, whole: ReadonlySet<string>, prefix: string): number {
  const folded = words(word);
  if (folded.some((part) => whole.has(part))) return word.length;
  if (!folded[0]?.startsWith(prefix)) return 0;
  let length = 0;
  let reached = 0;
  for (const letter of word) {
    if (reached >= prefix.length && !/\p{M}/u.test(letter)) break;
    length += letter.length;
    // Folding can turn one letter into two, and a mark into none.
    reached += fold(letter).length;
  }
  return length;
}

export function Marked({ pieces }: { readonly pieces: readonly TextRun[] }) {
  return pieces.map((piece, index) =>
    piece.isMatch ? <mark key={index} className="match">{piece.text}</mark> : piece.text
  );
}
