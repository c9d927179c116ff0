/**
 * The documents that match a text, and how well. The rarest word says which documents are
 * candidates; each further word then only narrows them down.
 *
 * How well a word matches is one number, and more is better: typos weigh more than any sum of field
 * ranks, these more than a prefix. Per document the best of each word is kept, and the words are
 * added up. 0 says that there is no match.
 *
 * @module
 */
import { bitOf } from "./bits.ts";
import type { Columns } from "./columns.ts";
import type { Dictionary } from "./dictionary.ts";
import type { Growing } from "./growth.ts";
import { isZero, larger } from "./numbers.ts";
import { fieldBits, fieldMask, type Postings } from "./postings.ts";
import type { Prefixes } from "./prefixes.ts";
import type { Slots } from "./slots.ts";
import { createWalker } from "./walk.ts";

export interface Matcher extends Growing {
  /** The slots that match, in no order; as many as `match` has said. */
  hits: Uint32Array;
  /** By slot: how well it matches, more is better; 0 when it does not. */
  scores: Uint16Array;
  /** Fills `hits` and `scores`, for documents of the set `admitted`, and says how many hit. */
  match(words: readonly string[], admitted: Uint32Array): number;
  /** Call this when done with `hits` and `scores`, before the next match. */
  reset(): void;
}

/** Where one word of the query is: the lists or columns of words, and a column of a beginning. */
interface Places {
  readonly words: readonly number[];
  /** By word: how well it matches in a field of rank 0. */
  readonly scores: readonly number[];
  readonly prefixColumn: number;
  readonly prefixScore: number;
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
    grow: (capacity) => [() => {
      // One more than there can be: loops without branches write before they know.
      matcher.hits = new Uint32Array(capacity + 1);
      // Between two matches nothing is in them.
      matcher.scores = new Uint16Array(capacity);
      next = new Uint16Array(capacity);
    }],
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
    // The worst match, two typos in the last field, still scores more than 0.
    const best = 2 * typoCost + 8 * fieldCost + 2;
    const scores = found.tiers.map((tier) => best - (tier >> 1) * typoCost - (tier & 1));
    let size = prefixColumn === 0 ? 0 : slots.used;
    for (const one of found.words) size += postings.countOf(one);
    return { words: found.words, scores, prefixColumn, prefixScore: best - 1, size };
  }

  /** Makes candidates of all admitted documents that have this word. */
  function gather(places: Places, admitted: Uint32Array): void {
    const { words, scores, prefixColumn, prefixScore } = places;
    if (prefixColumn !== 0) gatherColumn(columns.bytes[prefixColumn]!, prefixScore, admitted);
    for (let at = 0; at < words.length; at++) {
      const column = postings.columnOf(words[at]!);
      if (column !== 0) gatherColumn(columns.bytes[column]!, scores[at]!, admitted);
      else gatherList(words[at]!, scores[at]!, admitted);
    }
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

  function gatherColumn(bytes: Uint8Array, best: number, admitted: Uint32Array): void {
    const { hits, scores } = matcher;
    let gathered = count;
    for (let at = 0; at < admitted.length; at++) {
      const bits = admitted[at]!;
      // Roles and filters leave out many slots, often all of a few dozen neighbours.
      if (bits === 0) continue;
      const end = Math.min(32 * at + 32, bytes.length);
      for (let slot = 32 * at; slot < end; slot++) {
        const byte = bytes[slot]!;
        const isHit = (bits >>> (slot & 31)) & (isZero(byte) ^ 1);
        const known = scores[slot]!;
        hits[gathered] = slot;
        gathered += isHit & isZero(known);
        scores[slot] = larger(known, (best - fieldCost * (byte - 1)) & -isHit);
      }
    }
    count = gathered;
  }

  /** Keeps the candidates that have this word, too. */
  function narrow({ words, scores, prefixColumn, prefixScore }: Places): void {
    if (prefixColumn !== 0) narrowColumn(columns.bytes[prefixColumn]!, prefixScore);
    for (let at = 0; at < words.length; at++) {
      const column = postings.columnOf(words[at]!);
      if (column !== 0) narrowColumn(columns.bytes[column]!, scores[at]!);
      else narrowList(words[at]!, scores[at]!);
    }
    keepNarrowed();
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

  function narrowColumn(bytes: Uint8Array, best: number): void {
    const { hits } = matcher;
    const more = next;
    const candidates = count;
    for (let at = 0; at < candidates; at++) {
      const slot = hits[at]!;
      const byte = bytes[slot]!;
      const isHit = isZero(byte) ^ 1;
      more[slot] = larger(more[slot]!, (best - fieldCost * (byte - 1)) & -isHit);
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

  return matcher;
}
