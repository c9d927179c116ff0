/**
 * Highlighting of search matches in a text. Words match as they do in the engine: folded, whole, and
 * the last one as a prefix. Matches by typing error are not highlighted.
 *
 * @module
 */
import { fold, queryWords, words } from "../../../../search/text.ts";

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Pieces of the text, in order: each either matches or does not. Joined they are the text again. */
export function matchPieces(text: string, search: string): readonly Piece[] {
  const wanted = queryWords(search);
  const prefix = wanted.at(-1);
  if (prefix === undefined) return [{ text, isMatch: false }];
  const whole = new Set(wanted);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(written)) {
    const length = matchedLength(word, whole, prefix);
    if (length === 0) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false });
    end = index + length;
    pieces.push({ text: text.slice(index, end), isMatch: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

/** Whether a word of the text matches. */
export function isMatched(text: string, search: string): boolean {
  return matchPieces(text, search).some(({ isMatch }) => isMatch);
}

/** Order of a list of which only the first texts show: those that are wanted come first. */
export function wantedFirst(
  texts: readonly string[],
  isWanted: (text: string) => boolean,
): readonly string[] {
  return [...texts.filter(isWanted), ...texts.filter((text) => !isWanted(text))];
}

/** A word as it is written: combining marks belong to the letter before them. */
const written = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** How much of the word, from its beginning, is matched. */
function matchedLength(word: string, whole: ReadonlySet<string>, prefix: string): number {
  const folded = words(word);
  if (folded.some((part) => whole.has(part))) return word.length;
  if (!folded[0]?.startsWith(prefix)) return 0;
  let length = 0;
  let reached = 0;
  for (const letter of word) {
    if (reached >= prefix.length && !/\p{M}/u.test(letter)) break;
    length += letter.length;
    // Folding can make one letter two, or none of a mark.
    reached += fold(letter).length;
  }
  return length;
}
