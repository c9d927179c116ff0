/**
 * Column: each document's values of one kind, such as its location or help topics. Each combination of values
 * has a number, and the column stores one number for each document, so counting a document is one step however
 * many values it has.
 *
 * @module
 */
import { withRoom } from "../words/numbers.ts";

export interface Value {
  readonly text: string;
  /** Words that complete it, and a key shared with other spellings. */
  readonly words: readonly string[];
  readonly key: string;
}

/** How a column's values are completed. */
export type Spell = (text: string) => Pick<Value, "words" | "key">;

export interface ValueCount {
  readonly value: Value;
  readonly count: number;
}

export interface Column {
  /** By slot: the number of the document's combination of values. */
  held: Uint32Array;
  /** The value of a text, if a document has it. */
  find(text: string): Value | undefined;
  /** Values with a word that begins like this. */
  completing(text: string): Value[];
  /** Sets a document's values; `null` and empty texts are skipped. */
  set(slot: number, texts: readonly (string | null)[]): void;
  /** By combination: 1 if it contains one of these values. Valid until the next call. */
  accept(texts: readonly string[]): Uint8Array;
  countOne(slot: number): void;
  /** Counts the first `count` of `slots`. */
  count(slots: Uint32Array, count: number): void;
  /** Counts all documents. */
  countAll(): void;
  /** The counts of these values or of all, in any order, which are then reset to 0. */
  take(values?: Iterable<Value>): ValueCount[];
}

interface Known extends Value {
  readonly number: number;
  /** How many combinations contain it. */
  uses: number;
}

/** No value, and the combination without values. */
const none = 0;
/** Longest prefix with a direct index of its values. */
const longestBeginning = 3;

export function createColumn(spell: Spell): Column {
  const values = new Map<string, Known>();
  /** By number, from 1. */
  const byNumber: (Known | undefined)[] = [undefined];
  const freeValues: number[] = [];
  /** Values by prefixes of their words. */
  const byBeginning = new Map<string, Set<Known>>();
  /** Combinations by the numbers of their values, and the reverse. */
  const combinations = new Map([["", none]]);
  const keys = [""];
  const free: number[] = [];
  /** How many documents have each combination, and how many of them are counted. */
  let uses = new Uint32Array(1);
  let counts = new Uint32Array(1);
  let accepted = new Uint8Array(1);
  /** By value: sum over combinations, while counting. */
  let sums = new Uint32Array(2);
  /** Number of places for each combination's values; unused places come last. */
  let width = 1;
  let places = new Uint32Array(1);

  const column: Column = {
    held: new Uint32Array(64),
    find: (text) => values.get(text),
    completing(text) {
      const found = [...byBeginning.get(text.slice(0, longestBeginning)) ?? []];
      return text.length <= longestBeginning
        ? found
        : found.filter(({ words }) => words.some((word) => word.startsWith(text)));
    },
    set(slot, texts) {
      const own = new Set<number>();
      for (const text of texts) if (text) own.add((values.get(text) ?? addValue(text)).number);
      const sorted = [...own].sort((a, b) => a - b);
      const key = sorted.join();
      const number = combinations.get(key) ?? add(key, sorted);
      uses[number]!++;
      column.held = withRoom(column.held, slot + 1);
      const before = column.held[slot]!;
      column.held[slot] = number;
      if (before !== none && --uses[before]! === 0) drop(before);
    },
    accept(texts) {
      accepted.fill(0);
      const wanted = new Set(texts.map((text) => values.get(text)?.number));
      for (let place = width; place < places.length; place++) {
        if (wanted.has(places[place]!)) accepted[Math.floor(place / width)] = 1;
      }
      return accepted;
    },
    countOne(slot) {
      counts[column.held[slot]!]!++;
    },
    count(slots, count) {
      const { held } = column;
      const sums = counts;
      for (let at = 0; at < count; at++) sums[held[slots[at]!]!]!++;
    },
    countAll() {
      counts.set(uses);
    },
    take(some = values.values()) {
      sums.fill(0);
      for (let number = 1; number < keys.length; number++) {
        const count = counts[number]!;
        if (count === 0) continue;
        const end = (number + 1) * width;
        for (let place = number * width; place < end; place++) sums[places[place]!]! += count;
      }
      counts.fill(0);
      const found: ValueCount[] = [];
      for (const value of some as Iterable<Known>) {
        const count = sums[value.number]!;
        if (count > 0) found.push({ value, count });
      }
      return found;
    },
  };

  function add(key: string, own: readonly number[]): number {
    if (own.length > width) widen(own.length);
    const number = free.pop() ?? keys.length;
    combinations.set(key, number);
    keys[number] = key;
    uses = withRoom(uses, number + 1);
    counts = withRoom(counts, number + 1);
    accepted = withRoom(accepted, number + 1);
    places = withRoom(places, (number + 1) * width);
    places.set(own, number * width);
    for (const value of own) byNumber[value]!.uses++;
    return number;
  }

  function widen(to: number): void {
    const wider = new Uint32Array(keys.length * to);
    for (let number = 0; number < keys.length; number++) {
      wider.set(places.subarray(number * width, (number + 1) * width), number * to);
    }
    places = wider;
    width = to;
  }

  function drop(number: number): void {
    combinations.delete(keys[number]!);
    keys[number] = "";
    free.push(number);
    const own = places.subarray(number * width, (number + 1) * width);
    for (const value of own) {
      const known = byNumber[value];
      if (known !== undefined && --known.uses === 0) dropValue(known);
    }
    own.fill(none);
  }

  function addValue(text: string): Known {
    const value = { text, ...spell(text), number: freeValues.pop() ?? byNumber.length, uses: 0 };
    values.set(text, value);
    byNumber[value.number] = value;
    sums = withRoom(sums, value.number + 1);
    for (const beginning of beginningsOf(value)) {
      byBeginning.set(beginning, (byBeginning.get(beginning) ?? new Set()).add(value));
    }
    return value;
  }

  function dropValue(value: Known): void {
    values.delete(value.text);
    byNumber[value.number] = undefined;
    freeValues.push(value.number);
    for (const beginning of beginningsOf(value)) {
      const alike = byBeginning.get(beginning);
      alike?.delete(value);
      if (alike?.size === 0) byBeginning.delete(beginning);
    }
  }

  return column;
}

function beginningsOf({ words }: Value): string[] {
  return words.flatMap((word) => [1, 2, longestBeginning].map((length) => word.slice(0, length)));
}
