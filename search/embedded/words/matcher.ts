/**
 * Matcher: the documents that match a text, and their scores. The documents with the rarest word are the
 * candidates; each further word only narrows them down. A document's score adds up the best match of each
 * word; 0 is no match.
 *
 * Hits are read together with columns, which is five times faster in the order of slots, as neighbours in
 * memory come together. So a few hits are listed as they are found; of many hits only the scores are
 * stored first, and the hits are then listed in one pass over all slots.
 *
 * @module
 */
import type { Wanted } from "../../wanted.ts";
import { bitOf, listBits } from "../memory/bits.ts";
import type { Columns } from "./columns.ts";
import { type Dense, listMore, listOne, listTwo } from "./dense.ts";
import { type Growing, lengthen } from "../memory/growth.ts";
import { isZero, larger } from "../memory/numbers.ts";
import { fieldBits, fieldMask, type Postings } from "./postings.ts";
import type { Slots } from "../memory/slots.ts";
import { fieldCost, type PlacesFinder, type WordPlaces } from "./word-places.ts";

export interface Matcher extends Growing {
  /** The slots that match, in no order; as many as `match` has said. */
  hits: Uint32Array;
  /** By slot: how well it matches, more is better; 0 when it does not. */
  scores: Uint16Array;
  /** Fills `hits` and `scores`, for documents of the set `admitted`, and says how many hit. */
  match(words: readonly Wanted[], admitted: Uint32Array): number;
  /**
   * The same for documents that match some of the words: those of the set `among`.
   *
   * @param isRanked Whether `scores` say how well; otherwise only that they match.
   */
  matchSome(words: readonly Wanted[], among: Uint32Array, isRanked: boolean): number;
  /** Call this when done with `hits` and `scores`, before the next match. */
  reset(): void;
}

/** One entry for so many slots is still few: a pass over all slots would take longer. */
const slotsAnEntry = 16;

export function createMatcher(
  finder: PlacesFinder,
  postings: Postings,
  columns: Columns,
  slots: Slots,
): Matcher {
  const view = { page: new Uint32Array(0), start: 0, end: 0 };
  /** By slot: the match of the word that narrows the candidates down just now. */
  let next = new Uint16Array(0);
  let count = 0;

  const matcher: Matcher = {
    hits: new Uint32Array(0),
    scores: new Uint16Array(0),
    match(words, admitted) {
      for (const [at, places] of finder.ofQuery(words).entries()) {
        if (at === 0) gather(places, admitted);
        else narrow(places);
        if (count === 0) break;
      }
      return count;
    },
    matchSome(words, among, isRanked) {
      const { hits, scores } = matcher;
      count = listBits(among, hits);
      // Score 1 makes a document a candidate: it is a hit already, whichever of the words it has.
      for (let at = 0; at < count; at++) scores[hits[at]!] = 1;
      if (isRanked) { for (const places of finder.ofQuery(words)) addScores(places); }
      return count;
    },
    reset() {
      const { hits, scores } = matcher;
      if (count * 8 > slots.used) scores.fill(0);
      else for (let at = 0; at < count; at++) scores[hits[at]!] = 0;
      count = 0;
    },
    grow: (capacity) => [
      // One more than there can be: loops without branches write before they know.
      ...lengthen(capacity + 1, () => matcher.hits, (hits) => matcher.hits = hits),
      ...lengthen(capacity, () => matcher.scores, (scores) => matcher.scores = scores),
      ...lengthen(capacity, () => next, (longer) => next = longer),
    ],
  };

  /** Makes candidates of all admitted documents that have this word. */
  function gather(places: WordPlaces, admitted: Uint32Array): void {
    const { words, scores, size, isDense } = places;
    if (!isDense && size * slotsAnEntry < slots.used) {
      for (let at = 0; at < words.length; at++) gatherList(words[at]!, scores[at]!, admitted);
      return;
    }
    if (!isDense) {
      for (let at = 0; at < words.length; at++) markList(words[at]!, scores[at]!, admitted);
      listMarked();
      return;
    }
    const [one, other, ...more] = denseOf(places);
    if (one === undefined) return;
    count = other === undefined
      ? listOne(one, admitted, slots.used, matcher)
      : listTwo(one, other, admitted, slots.used, matcher);
    for (const dense of more) count = listMore(dense, admitted, slots.used, matcher, count);
    forLists(words, (word, at) => gatherList(word, scores[at]!, admitted));
  }

  function forLists(words: readonly number[], visit: (word: number, at: number) => void): void {
    for (let at = 0; at < words.length; at++) {
      if (postings.columnOf(words[at]!) === 0) visit(words[at]!, at);
    }
  }

  /** The columns of a word, each with a table of what its bytes are worth. */
  function denseOf({ words, scores, prefixColumn, prefixScore }: WordPlaces): Dense[] {
    const dense: Dense[] = [];
    const add = (column: number, best: number) => {
      if (column === 0) return;
      const worth = new Uint16Array(1 << fieldBits);
      for (let byte = 1; byte < worth.length; byte++) worth[byte] = best - fieldCost * (byte - 1);
      dense.push({ bytes: columns.bytes[column]!, worth });
    };
    add(prefixColumn, prefixScore);
    for (let at = 0; at < words.length; at++) add(postings.columnOf(words[at]!), scores[at]!);
    return dense;
  }

  function gatherList(word: number, best: number, admitted: Uint32Array): void {
    postings.look(word, view);
    const { page, start, end } = view;
    const { hits, scores } = matcher;
    // Local variables stay in registers, those of the closure would be written every time.
    let gathered = count;
    for (let place = start; place < end; place++) {
      const entry = page[place]!;
      const slot = entry >>> fieldBits;
      const isAdmitted = bitOf(admitted, slot);
      const known = scores[slot]!;
      hits[gathered] = slot;
      gathered += isAdmitted & isZero(known);
      scores[slot] = larger(known, (best - fieldCost * (entry & fieldMask)) & -isAdmitted);
    }
    count = gathered;
  }

  function markList(word: number, best: number, admitted: Uint32Array): void {
    postings.look(word, view);
    const { page, start, end } = view;
    const { scores } = matcher;
    for (let place = start; place < end; place++) {
      const entry = page[place]!;
      const slot = entry >>> fieldBits;
      const score = (best - fieldCost * (entry & fieldMask)) & -bitOf(admitted, slot);
      scores[slot] = larger(scores[slot]!, score);
    }
  }

  function listMarked(): void {
    const { hits, scores } = matcher;
    const { used } = slots;
    let listed = 0;
    for (let slot = 0; slot < used; slot++) {
      hits[listed] = slot;
      listed += isZero(scores[slot]!) ^ 1;
    }
    count = listed;
  }

  /** Keeps the candidates that have this word, too. */
  function narrow(places: WordPlaces): void {
    forLists(places.words, (word, at) => narrowList(word, places.scores[at]!));
    const dense = denseOf(places);
    for (const column of dense.slice(0, -2)) narrowDense(column);
    const [one, other = one] = dense.slice(-2);
    if (one === undefined || other === undefined) keepNarrowed();
    else keepDense(one, other);
  }

  /** Adds the match of a word to the scores of the candidates that have it. */
  function addScores(places: WordPlaces): void {
    forLists(places.words, (word, at) => narrowList(word, places.scores[at]!));
    for (const column of denseOf(places)) narrowDense(column);
    const { hits, scores } = matcher;
    for (let at = 0; at < count; at++) {
      const slot = hits[at]!;
      scores[slot] = scores[slot]! + next[slot]!;
      next[slot] = 0;
    }
  }

  function narrowList(word: number, best: number): void {
    postings.look(word, view);
    const { page, start, end } = view;
    const { scores } = matcher;
    const more = next;
    for (let place = start; place < end; place++) {
      const entry = page[place]!;
      const slot = entry >>> fieldBits;
      const isCandidate = isZero(scores[slot]!) ^ 1;
      more[slot] = larger(more[slot]!, (best - fieldCost * (entry & fieldMask)) & -isCandidate);
    }
  }

  function narrowDense({ bytes, worth }: Dense): void {
    const { hits } = matcher;
    const more = next;
    const candidates = count;
    for (let at = 0; at < candidates; at++) {
      const slot = hits[at]!;
      more[slot] = larger(more[slot]!, worth[bytes[slot]!]!);
    }
  }

  function keepNarrowed(): void {
    const { hits, scores } = matcher;
    const more = next;
    const candidates = count;
    let kept = 0;
    for (let at = 0; at < candidates; at++) {
      const slot = hits[at]!;
      const score = more[slot]!;
      const isKept = isZero(score) ^ 1;
      scores[slot] = (scores[slot]! + score) & -isKept;
      more[slot] = 0;
      hits[kept] = slot;
      kept += isKept;
    }
    count = kept;
  }

  /** Narrows by two columns and keeps what is narrowed, in one pass. */
  function keepDense(one: Dense, other: Dense): void {
    const { hits, scores } = matcher;
    const { bytes: oneBytes, worth: oneWorth } = one;
    const { bytes: otherBytes, worth: otherWorth } = other;
    const more = next;
    const candidates = count;
    let kept = 0;
    for (let at = 0; at < candidates; at++) {
      const slot = hits[at]!;
      const worth = larger(oneWorth[oneBytes[slot]!]!, otherWorth[otherBytes[slot]!]!);
      const score = larger(more[slot]!, worth);
      const isKept = isZero(score) ^ 1;
      scores[slot] = (scores[slot]! + score) & -isKept;
      more[slot] = 0;
      hits[kept] = slot;
      kept += isKept;
    }
    count = kept;
  }

  return matcher;
}
