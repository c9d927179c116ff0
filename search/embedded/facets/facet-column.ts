/**
 * Facet column: what the documents hold in one facet group. A document may hold several values (help
 * topics), so each combination of values is a value set with a number, and the column has one such
 * number for every document: counting needs no more. For filtering, values that many documents hold
 * have a bitset each; the others are looked for in the column.
 *
 * @module
 */
import { createArena, offsetMask, pageBits } from "../memory/arena.ts";
import { bitsLength, clearBit, setBit } from "../memory/bits.ts";
import { type Growing, lengthen } from "../memory/growth.ts";
import { type Image, numbersOf, textsOf, under, within } from "../memory/image.ts";
import { withLength, withRoom } from "../memory/numbers.ts";
import { kindCount, type Slots } from "../memory/slots.ts";
import type { SpellingRules } from "./spellings.ts";
import { createValues, type Values } from "./values.ts";

export interface FacetColumn extends Growing {
  /** By slot: the number of the document's value set. */
  valueSets: Uint32Array;
  /** Above the number of every value set. */
  valueSetCount: number;
  readonly values: Values;
  /** Adds `documents` to the sum of each value of a value set. */
  addTo(sums: Float64Array, valueSet: number, documents: number): void;
  /** Makes `bits` the set of the documents that hold one of the values. */
  collect(texts: readonly string[], bits: Uint32Array): void;
  /** @param texts May hold `null`, empty texts and repetitions, which count for nothing. */
  add(slot: number, texts: readonly (string | null)[]): void;
  /** Call this while the slot still has its kind. */
  remove(slot: number): void;
  image(): Image;
  /** Call it when the slots are restored. */
  restore(image: Image): void;
}

/** @param rules How values complete what is typed; without them they do not. */
export function createFacetColumn(slots: Slots, rules?: SpellingRules): FacetColumn {
  const values = createValues(rules);
  const numbers = new Map<string, number>([["", 0]]);
  const keys: string[] = [""];
  const free: number[] = [];
  /** By value set: how many documents hold it. */
  let uses = new Uint32Array(64);
  /**
   * By value set: its only value, or else the block with its values; and how many they are. Value set 0
   * has none.
   */
  const arena = createArena();
  let blocks = new Uint32Array(64);
  let lengths = new Uint32Array(64);
  /** By value set: 1 while its documents are collected. */
  let wanted = new Uint8Array(64);
  /** By value: the documents that hold it, when they are many. */
  const bitsOf: (Uint32Array | undefined)[] = [];

  const facetColumn: FacetColumn = {
    valueSets: new Uint32Array(0),
    valueSetCount: 1,
    values,
    addTo,
    collect,
    add,
    remove,
    image,
    restore,
    grow,
  };

  function grow(capacity: number): (() => void)[] {
    const growBits = (value: number) => () => {
      const bits = bitsOf[value];
      if (bits !== undefined) bitsOf[value] = withLength(bits, bitsLength(capacity));
    };
    // Those that are made from now on have the new length at once.
    const having = [...bitsOf.keys()].filter((value) => bitsOf[value] !== undefined);
    return [
      ...lengthen(
        capacity,
        () => facetColumn.valueSets,
        (longer) => facetColumn.valueSets = longer,
      ),
      ...having.map(growBits),
    ];
  }

  function add(slot: number, texts: readonly (string | null)[]): void {
    const valueSet = valueSetOf(texts);
    facetColumn.valueSets[slot] = valueSet;
    uses[valueSet]!++;
    for (const value of valuesOf(valueSet)) {
      const total = values.count(value, slots.kinds[slot]!, 1);
      const bits = bitsOf[value];
      if (bits !== undefined) setBit(bits, slot);
      // At most so many values have bits that a document takes a few dozen bytes for them.
      else if (total * 64 >= slots.used) bitsOf[value] = bitsFromColumn([value]);
    }
  }

  function remove(slot: number): void {
    const valueSet = facetColumn.valueSets[slot]!;
    for (const value of valuesOf(valueSet)) {
      const total = values.count(value, slots.kinds[slot]!, -1);
      const bits = bitsOf[value];
      if (bits !== undefined) clearBit(bits, slot);
      if (total * 256 < slots.used) bitsOf[value] = undefined;
    }
    // An empty slot must not be taken for one of this value set.
    facetColumn.valueSets[slot] = 0;
    if (--uses[valueSet]! === 0 && valueSet !== 0) drop(valueSet);
  }

  function image(): Image {
    const bits: Record<string, Uint32Array> = {};
    for (const [value, ofValue] of bitsOf.entries()) {
      if (ofValue) bits[`bits${value}`] = ofValue.subarray(0, bitsLength(slots.used));
    }
    return {
      ...under("values", values.image()),
      ...bits,
      keys: keys.map((key, valueSet) => lengths[valueSet] === 0 ? "" : key),
      column: facetColumn.valueSets.subarray(0, slots.used),
    };
  }

  function restore(saved: Image): void {
    values.restore(within("values", saved));
    const holes: number[] = [];
    for (const [valueSet, key] of textsOf(saved, "keys").entries()) {
      if (valueSet === 0) continue;
      if (key !== "") insert(key, key.split(",").map(Number));
      else holes.push(facetColumn.valueSetCount++);
    }
    uses = withRoom(uses, facetColumn.valueSetCount);
    lengths = withRoom(lengths, facetColumn.valueSetCount);
    blocks = withRoom(blocks, facetColumn.valueSetCount);
    wanted = withRoom(wanted, facetColumn.valueSetCount);
    free.push(...holes);
    facetColumn.valueSets.set(numbersOf(saved, "column", Uint32Array));
    countUses();
    for (const value of values.texts.keys()) {
      const name = `bits${value}`;
      if (!(name in saved)) continue;
      bitsOf[value] = withLength(numbersOf(saved, name, Uint32Array), bitsLength(slots.capacity));
    }
  }

  function countUses(): void {
    const byKind = new Uint32Array(facetColumn.valueSetCount * kindCount);
    const { valueSets } = facetColumn;
    for (let slot = 0; slot < slots.used; slot++) {
      byKind[valueSets[slot]! * kindCount + slots.kinds[slot]!]!++;
    }
    for (let valueSet = 0; valueSet < facetColumn.valueSetCount; valueSet++) {
      // Kind 0 is that of empty slots.
      for (let kind = 1; kind < kindCount; kind++) {
        const count = byKind[valueSet * kindCount + kind]!;
        uses[valueSet]! += count;
        if (count > 0) { for (const value of valuesOf(valueSet)) values.count(value, kind, count); }
      }
    }
  }

  function addTo(sums: Float64Array, valueSet: number, documents: number): void {
    const block = blocks[valueSet]!;
    const length = lengths[valueSet]!;
    if (length === 1) sums[block]! += documents;
    if (length < 2) return;
    const page = arena.pages[block >>> pageBits]!;
    const start = block & offsetMask;
    const end = start + length;
    for (let at = start; at < end; at++) sums[page[at]!]! += documents;
  }

  function collect(texts: readonly string[], bits: Uint32Array): void {
    bits.fill(0);
    const rare: number[] = [];
    for (const text of texts) {
      const value = values.find(text);
      if (value === undefined) continue;
      const known = bitsOf[value];
      if (known === undefined) rare.push(value);
      else addBits(known, bits);
    }
    if (rare.length > 0) addFromColumn(rare, bits);
  }

  function bitsFromColumn(some: readonly number[]): Uint32Array {
    const bits = new Uint32Array(bitsLength(slots.capacity));
    addFromColumn(some, bits);
    return bits;
  }

  function addFromColumn(some: readonly number[], bits: Uint32Array): void {
    const having = some.flatMap((value) => values.valueSetsWith(value));
    for (const valueSet of having) wanted[valueSet] = 1;
    const { valueSets } = facetColumn;
    const { used } = slots;
    for (let start = 0; start < used; start += 32) {
      const end = Math.min(start + 32, used);
      let more = 0;
      for (let slot = start; slot < end; slot++) more |= wanted[valueSets[slot]!]! << slot;
      bits[start >>> 5]! |= more;
    }
    for (const valueSet of having) wanted[valueSet] = 0;
  }

  function valueSetOf(texts: readonly (string | null)[]): number {
    const some: number[] = [];
    for (const text of texts) {
      if (text === null || text === "") continue;
      const value = values.add(text);
      if (!some.includes(value)) some.push(value);
    }
    if (some.length > 1) some.sort((a, b) => a - b);
    const key = some.join();
    return numbers.get(key) ?? insert(key, some);
  }

  function insert(key: string, some: readonly number[]): number {
    const valueSet = free.pop() ?? facetColumn.valueSetCount++;
    uses = withRoom(uses, valueSet + 1);
    blocks = withRoom(blocks, valueSet + 1);
    lengths = withRoom(lengths, valueSet + 1);
    wanted = withRoom(wanted, valueSet + 1);
    keys[valueSet] = key;
    numbers.set(key, valueSet);
    blocks[valueSet] = some.length === 1 ? some[0]! : blockOf(some);
    lengths[valueSet] = some.length;
    for (const value of some) values.link(value, valueSet);
    return valueSet;
  }

  function blockOf(some: readonly number[]): number {
    const block = arena.allocate(sizeBitsFor(some.length));
    arena.pages[block >>> pageBits]!.set(some, block & offsetMask);
    return block;
  }

  function drop(valueSet: number): void {
    for (const value of valuesOf(valueSet)) values.unlink(value, valueSet);
    numbers.delete(keys[valueSet]!);
    const length = lengths[valueSet]!;
    if (length > 1) arena.free(blocks[valueSet]!, sizeBitsFor(length));
    lengths[valueSet] = 0;
    free.push(valueSet);
  }

  function valuesOf(valueSet: number): Uint32Array {
    const length = lengths[valueSet]!;
    if (length < 2) return blocks.subarray(valueSet, valueSet + length);
    const block = blocks[valueSet]!;
    const start = block & offsetMask;
    return arena.pages[block >>> pageBits]!.subarray(start, start + length);
  }

  return facetColumn;
}

function addBits(more: Uint32Array, bits: Uint32Array): void {
  // While room is being made, one of them may already be longer.
  const length = Math.min(more.length, bits.length);
  for (let at = 0; at < length; at++) bits[at]! |= more[at]!;
}

/** The logarithm of the size of the smallest block for so many values, two or more. */
function sizeBitsFor(length: number): number {
  return 32 - Math.clz32(length - 1);
}
