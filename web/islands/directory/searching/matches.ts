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

/**
 * Order of a list that shows only its first `count` texts: those that match the search are moved among
 * them, so that it is seen why a member was found. A list that shows whole keeps its order.
 */
export function matchesAmongFirst(
  texts: readonly string[],
  search: string,
  count: number,
): readonly string[] {
  const isMatched = (text: string) => matchPieces(text, search).some(({ isMatch }) => isMatch);
  const hidden = texts.slice(count).filter(isMatched);
  if (hidden.length === 0) return texts;
  const first = [...texts.slice(0, count).filter(isMatched), ...hidden];
  return [...first, ...texts.filter((text) => !first.includes(text))];
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
