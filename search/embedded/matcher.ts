/**
 * Matcher: which documents match a wish, and how well. Each part adds its score to every slot in its words'
 * entries. The part with the fewest entries comes first, and the others only narrow down its documents.
 *
 * A higher score is better: a typo outweighs all ranks of fields together, and a rank all prefixes, so that
 * sums compare as the README says.
 *
 * @module
 */
import { looselyRank } from "../searched-texts.ts";
import { maxParts, type Part, partsIn, type Wanted, weightOf, type Wish } from "../wish.ts";
import type { Dictionary } from "../words/dictionary.ts";
import { freeSlot, type Members } from "./members.ts";
import { withRoom } from "../words/numbers.ts";
import { type Piece, type Postings, rankBits, rankMask } from "./postings.ts";
import { createWalker, type FoundWords } from "../words/walk.ts";

export interface Matcher {
  /** By slot: score of the last match. */
  scores: Uint32Array;
  /** Writes the matching slots to `into`, in any order, and returns their number. */
  match(wish: Wish, into: Uint32Array): number;
  /** The parts that a relaxed search keeps for these documents; none if no document matches any. */
  keep(parts: readonly Part[], slots: Uint32Array, count: number): readonly Part[];
  /** Whether any document has a word of this part. */
  isThere(part: Part): boolean;
}

/** All words that match a part. */
interface Places {
  /** Name of the part, for caching. */
  readonly name: string;
  readonly found: readonly FoundWords[];
  /** Total number of their entries. */
  readonly size: number;
}

/**
 * Costs of a prefix match, a rank and a typo. Each is larger than all smaller ones of the maximum number of
 * parts.
 */
const lastRank = looselyRank;
const rankCost = maxParts + 1;
const typoCost = rankCost * (lastRank * maxParts + 1);
/** Score of a whole word as typed in the best field; the worst match still scores above 0. */
const best = 2 * typoCost + lastRank * rankCost + 2;
const mostMarked = 4;
/** Approximate number of words of a document, with synonyms and prefixes. */
const wordsADocument = 256;

export function createMatcher(
  dictionary: Dictionary,
  postings: Postings,
  members: Members,
): Matcher {
  const walk = createWalker(dictionary);
  /** By slot: scores of the latest parts. */
  const marked = new Map<string, Uint32Array>();
  /** By word: its score while few documents are examined; 0 otherwise. */
  let worthOf = new Uint32Array(64);
  const matcher: Matcher = { scores: new Uint32Array(64), match, keep, isThere };

  function isThere(part: Part): boolean {
    return placesOf(part).size > 0;
  }

  function match({ parts: asked, without }: Wish, into: Uint32Array): number {
    const parts = partsIn(asked, isThere);
    makeRoom();
    matcher.scores.fill(0, 0, members.used);
    const [first, ...more] = parts.map(placesOf).sort((a, b) => a.size - b.size);
    let count = first === undefined ? listEveryone(into) : gather(first, into);
    for (const places of more) count = narrow(places, into, count);
    return without.length === 0 ? count : refuse(without, into, count);
  }

  function makeRoom(): void {
    matcher.scores = withRoom(matcher.scores, members.used);
  }

  function placesOf({ any }: Part): Places {
    const found = any.map(walk);
    let size = 0;
    for (const { words } of found) for (const word of words) size += postings.sizeOf(word);
    return { name: JSON.stringify(any), found, size };
  }

  function listEveryone(into: Uint32Array): number {
    let count = 0;
    for (let slot = 0; slot < members.used; slot++) {
      if (members.kinds[slot] !== freeSlot) into[count++] = slot;
    }
    return count;
  }

  function gather(places: Places, into: Uint32Array): number {
    const { scores } = matcher;
    let count = 0;
    if (places.size * 8 < members.used) {
      for (const { entries, length } of piecesOf(places)) {
        for (let place = 0; place < length; place++) {
          const slot = entries[place]! >>> rankBits;
          if (scores[slot] === 0) into[count++] = slot;
          scores[slot] = 1;
        }
      }
      mark(places, scores);
      return count;
    }
    // For many hits, slot order makes later reads sequential.
    const marks = marksOf(places);
    for (let slot = 0; slot < members.used; slot++) {
      const score = marks[slot]!;
      scores[slot] = score;
      into[count] = slot;
      count += Number(score !== 0);
    }
    return count;
  }

  /**
   * Scores of a part by slot, cached: suggestions ask for "bro", and then for each name with such a word.
   */
  function marksOf(places: Places): Uint32Array {
    const asked = `${postings.version()} ${places.name}`;
    const known = marked.get(asked);
    if (known !== undefined) return known;
    const [oldest = "", before = new Uint32Array(0)] = marked.size < mostMarked
      ? []
      : [...marked][0]!;
    marked.delete(oldest);
    const marks = withRoom(before, members.used).fill(0);
    mark(places, marks);
    marked.set(asked, marks);
    return marks;
  }

  /** Writes each slot's best score for a part. */
  function mark({ found }: Places, into: Uint32Array): void {
    for (const { words, tiers } of found) {
      for (let at = 0; at < words.length; at++) {
        const worth = worthOfTier(tiers[at]!);
        for (const { entries, length } of postings.of(words[at]!)) {
          for (let place = 0; place < length; place++) {
            // Signed numbers compare faster.
            const entry = entries[place]! | 0;
            const slot = entry >>> rankBits;
            const score = worth - rankCost * (entry & rankMask) | 0;
            if (score > (into[slot]! | 0)) into[slot] = score;
          }
        }
      }
    }
  }

  function piecesOf({ found }: Places): Piece[] {
    return found.flatMap(({ words }) => words.flatMap(postings.of));
  }

  /** Keeps the slots that match this part, too. */
  function narrow(places: Places, slots: Uint32Array, count: number): number {
    const { scores } = matcher;
    // For few documents, their own words are examined instead.
    if (count * wordsADocument < places.size) return narrowFew(places, slots, count);
    const marks = marksOf(places);
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      const score = marks[slot]!;
      scores[slot]! += score;
      slots[kept] = slot;
      kept += Number(score !== 0);
    }
    return kept;
  }

  function narrowFew({ found }: Places, slots: Uint32Array, count: number): number {
    worthOf = withRoom(worthOf, dictionary.wordCount());
    for (const { words, tiers } of found) {
      for (const [at, word] of words.entries()) {
        worthOf[word] = Math.max(worthOfTier(tiers[at]!), worthOf[word]!);
      }
    }
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      let most = 0;
      for (const own of postings.wordsOf(slot)) {
        const worth = worthOf[own >>> rankBits]!;
        if (worth > 0) most = Math.max(most, worth - rankCost * (own & rankMask));
      }
      if (most === 0) continue;
      matcher.scores[slot]! += most;
      slots[kept++] = slot;
    }
    for (const { words } of found) for (const word of words) worthOf[word] = 0;
    return kept;
  }

  /** Keeps the slots without any of these words, exactly as typed. */
  function refuse(without: readonly Wanted[], slots: Uint32Array, count: number): number {
    const any = without.map((wanted) => ({ ...wanted, isPrefix: false, isExact: true }));
    const marks = marksOf(placesOf({ typed: "", any, meanings: [] }));
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      slots[kept] = slot;
      kept += Number(marks[slot] === 0);
    }
    return kept;
  }

  function keep(parts: readonly Part[], slots: Uint32Array, count: number): readonly Part[] {
    makeRoom();
    /** By slot: a bit for each matching part, the lowest for the first. */
    const matched = new Int32Array(members.used);
    const weights = parts.map((part, at) => {
      let having = 0;
      for (const { entries, length } of piecesOf(placesOf(part))) {
        for (let place = 0; place < length; place++) {
          const slot = entries[place]! >>> rankBits;
          if (hasPart(matched[slot]!, at)) continue;
          matched[slot]! |= 1 << at;
          having++;
        }
      }
      return weightOf(part, members.count(), having);
    });
    let heaviest = 0;
    let most = 0;
    for (let at = 0; at < count; at++) {
      const set = matched[slots[at]!]!;
      // A subset of the best set can't weigh more.
      if ((set & ~heaviest) === 0) continue;
      let weight = 0;
      for (let part = 0; part < weights.length; part++) {
        if (hasPart(set, part)) weight += weights[part]!;
      }
      if (weight < most || (weight === most && !isEarlier(set, heaviest))) continue;
      most = weight;
      heaviest = set;
    }
    return parts.filter((_, part) => hasPart(heaviest, part));
  }

  return matcher;
}

/** Score of a word in the best field. */
function worthOfTier(tier: number): number {
  return best - (tier >> 1) * typoCost - (tier & 1);
}

function hasPart(set: number, part: number): boolean {
  return (set >> part & 1) !== 0;
}

/** Whether the first part that is in only one of the sets is in this one. */
function isEarlier(set: number, other: number): boolean {
  const different = set ^ other;
  return (set & different & -different) !== 0;
}
