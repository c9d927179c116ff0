/**
 * The documents that match a text, and how well. The rarest word says which documents are
 * candidates; each further word then only narrows them down.
 *
 * A match is one number, less is better: typos weigh more than any sum of field ranks, these more
 * than a prefix. Per document the least of each word is kept and the words are added up.
 *
 * @module
 */
import { hasBit } from "./bits.ts";
import type { Columns } from "./columns.ts";
import type { Dictionary } from "./dictionary.ts";
import { withLength } from "./numbers.ts";
import { fieldBits, fieldMask, type Postings } from "./postings.ts";
import type { Prefixes } from "./prefixes.ts";
import type { Slots } from "./slots.ts";
import { createWalker } from "./walk.ts";

export interface Matcher {
  /** The slots that match, in no order; as many as `match` has said. */
  hits: Uint32Array;
  /** By slot: how well it matches; 0 when it does not. */
  scores: Uint16Array;
  /** Fills `hits` and `scores`, for documents of the set `admitted`, and says how many hit. */
  match(words: readonly string[], admitted: Uint32Array): number;
  /** Call this when done with `hits` and `scores`, before the next match. */
  reset(): void;
  grow(capacity: number): void;
}

/** Where one word of the query is: the lists or columns of words, and a column of a beginning. */
interface Places {
  readonly words: readonly number[];
  /** What a match costs before its field: by word, and for the column. */
  readonly costs: readonly number[];
  readonly prefixColumn: number;
  /** At most so many entries have to be looked at. */
  readonly size: number;
}

/** What a field rank costs: a prefix costs 1, so less than any field. */
const fieldCost = 2;

export function createMatcher(
  dictionary: Dictionary,
  postings: Postings,
  prefixes: Prefixes,
  columns: Columns,
  slots: Slots,
): Matcher {
  const walker = createWalker(dictionary);
  const view = { page: new Uint32Array(0), start: 0, end: 0 };
  /** By slot: the match of the word that narrows the candidates down just now. */
  let next = new Uint16Array(0);
  let count = 0;

  const matcher: Matcher = {
    hits: new Uint32Array(0),
    scores: new Uint16Array(0),
    match,
    reset() {
      const { hits, scores } = matcher;
      if (count * 8 > slots.used) scores.fill(0);
      else for (let at = 0; at < count; at++) scores[hits[at]!] = 0;
      count = 0;
    },
    grow(capacity) {
      matcher.hits = withLength(matcher.hits, capacity);
      matcher.scores = withLength(matcher.scores, capacity);
      next = withLength(next, capacity);
    },
  };

  function match(words: readonly string[], admitted: Uint32Array): number {
    // More than all field ranks and the prefix of so many words together.
    const typoCost = words.length * 8 * fieldCost + 2;
    const places = words.map((word, at) => find(word, at === words.length - 1, typoCost));
    places.sort((a, b) => a.size - b.size);
    for (const [at, ofWord] of places.entries()) {
      if (at === 0) gather(ofWord, admitted);
      else narrow(ofWord);
      if (count === 0) break;
    }
    return count;
  }

  function find(word: string, isPrefix: boolean, typoCost: number): Places {
    const prefixColumn = isPrefix ? prefixes.columnOf(word) : 0;
    // The column stands for all longer words; the word itself is still better by the prefix.
    const found = walker.find(word, isPrefix && prefixColumn === 0);
    // Scores begin at 1, as 0 says that nothing matches.
    const costs = found.tiers.map((tier) => 1 + (tier >> 1) * typoCost + (tier & 1));
    let size = prefixColumn === 0 ? 0 : slots.used;
    for (const one of found.words) size += postings.countOf(one);
    return { words: found.words, costs, prefixColumn, size };
  }

  function gather({ words, costs, prefixColumn }: Places, admitted: Uint32Array): void {
    const { hits, scores } = matcher;
    if (prefixColumn !== 0) gatherColumn(prefixColumn, 2, admitted);
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      const cost = costs[at]!;
      const column = postings.columnOf(word);
      if (column !== 0) {
        gatherColumn(column, cost, admitted);
        continue;
      }
      postings.look(word, view);
      const { page, end } = view;
      for (let place = view.start; place < end; place++) {
        const entry = page[place]!;
        const slot = entry >>> fieldBits;
        const score = cost + fieldCost * (entry & fieldMask);
        const known = scores[slot]!;
        if (known === 0) {
          if (!hasBit(admitted, slot)) continue;
          hits[count++] = slot;
          scores[slot] = score;
        } else if (score < known) scores[slot] = score;
      }
    }
  }

  function gatherColumn(column: number, cost: number, admitted: Uint32Array): void {
    const { hits, scores } = matcher;
    const bytes = columns.bytes[column]!;
    for (let at = 0; at < admitted.length; at++) {
      const bits = admitted[at]!;
      // Roles and filters leave out many slots, often all of a few dozen neighbours.
      if (bits === 0) continue;
      const end = Math.min(32 * at + 32, bytes.length);
      for (let slot = 32 * at; slot < end; slot++) {
        const byte = bytes[slot]!;
        if (byte === 0 || (bits & (1 << slot)) === 0) continue;
        const score = cost + fieldCost * (byte - 1);
        const known = scores[slot]!;
        if (known === 0) hits[count++] = slot;
        if (known === 0 || score < known) scores[slot] = score;
      }
    }
  }

  /** Keeps the candidates that have this word, too. */
  function narrow({ words, costs, prefixColumn }: Places): void {
    const { hits, scores } = matcher;
    if (prefixColumn !== 0) narrowColumn(prefixColumn, 2);
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      const cost = costs[at]!;
      const column = postings.columnOf(word);
      if (column !== 0) {
        narrowColumn(column, cost);
        continue;
      }
      postings.look(word, view);
      const { page, end } = view;
      for (let place = view.start; place < end; place++) {
        const entry = page[place]!;
        const slot = entry >>> fieldBits;
        if (scores[slot] === 0) continue;
        const score = cost + fieldCost * (entry & fieldMask);
        const known = next[slot]!;
        if (known === 0 || score < known) next[slot] = score;
      }
    }
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = hits[at]!;
      const score = next[slot]!;
      if (score === 0) scores[slot] = 0;
      else {
        scores[slot]! += score;
        next[slot] = 0;
        hits[kept++] = slot;
      }
    }
    count = kept;
  }

  function narrowColumn(column: number, cost: number): void {
    const { hits } = matcher;
    const bytes = columns.bytes[column]!;
    for (let at = 0; at < count; at++) {
      const slot = hits[at]!;
      const byte = bytes[slot]!;
      if (byte === 0) continue;
      const score = cost + fieldCost * (byte - 1);
      const known = next[slot]!;
      if (known === 0 || score < known) next[slot] = score;
    }
  }

  return matcher;
}
