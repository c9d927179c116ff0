import type { Sort } from "../profile-search.ts";

/** Negative when slot `a` comes first; 0 only for the same slot. */
export type Compare = (a: number, b: number) => number;

/** Order of all documents, by date or name. Changes are applied when the order is next read. */
export class Order {
  #sorted = new Uint32Array(0);
  #places: number[] = [];
  readonly #changed = new Map<number, boolean>();

  constructor(private readonly compare: Compare) {}

  note(slot: number, isThere: boolean): void {
    this.#changed.set(slot, isThere);
  }

  slots(): Uint32Array {
    if (this.#changed.size === 0) return this.#sorted;
    const stayed = this.#sorted.filter((slot) => !this.#changed.has(slot));
    const fresh = [...this.#changed].filter(([, isThere]) => isThere).map(([slot]) => slot);
    this.#changed.clear();
    // Nearly sorted already, so this takes few comparisons.
    this.#sorted = new Uint32Array([...stayed, ...fresh].sort(this.compare));
    this.#places = [];
    for (const [place, slot] of this.#sorted.entries()) this.#places[slot] = place;
    return this.#sorted;
  }

  places(): readonly number[] {
    this.slots();
    return this.#places;
  }
}

/** Larger than any place or score: keys are integers below 2⁵³. */
const scale = 2 ** 26;

/**
 * A page of slots, without sorting all of them. `scores` are by slot, higher is better; all 0
 * without a text.
 */
export function pageOf(
  slots: Uint32Array,
  { sort, offset, limit }: { readonly sort: Sort; readonly offset: number; readonly limit: number },
  scores: Uint32Array,
  order: Order,
): number[] {
  const end = Math.min(offset + limit, slots.length);
  if (offset >= end) return [];
  const places = order.places();
  const keys = new Float64Array(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const rank = sort === "relevance" ? scale - scores[slots[at]!]! : 0;
    keys[at] = rank * scale + places[slots[at]!]!;
  }
  // The place identifies the slot, since places are unique.
  const all = order.slots();
  return [...smallest(keys, end).subarray(offset)].map((key) => all[key % scale]!);
}

function smallest(numbers: Float64Array, count: number): Float64Array {
  if (count * 4 > numbers.length) return numbers.sort().subarray(0, count);
  const found = numbers.slice(0, count).sort();
  for (let next = count; next < numbers.length; next++) {
    const number = numbers[next]!;
    if (number >= found[count - 1]!) continue;
    let at = count - 1;
    for (; at > 0 && found[at - 1]! > number; at--) found[at] = found[at - 1]!;
    found[at] = number;
  }
  return found;
}
