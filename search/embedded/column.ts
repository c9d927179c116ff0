/**
 * Column: what each document holds of one kind, such as its location or its help topics. A document may
 * hold several values, so each combination of values is a number, and the column has one such number
 * for every document: counting documents is one step each, however many values they hold.
 *
 * @module
 */
import { withRoom } from "./numbers.ts";

export interface Value {
  readonly text: string;
  /** By which words it is completed, and by which key it is the same as other spellings. */
  readonly words: readonly string[];
  readonly key: string;
}

/** How the values of a column are completed. */
export type Spell = (text: string) => Pick<Value, "words" | "key">;

export interface ValueCount {
  readonly value: Value;
  readonly count: number;
}

export interface Column {
  /** By slot: the number of what the document holds. */
  held: Uint32Array;
  /** All values that somebody holds. */
  values(): Iterable<Value>;
  /** Makes these what a document holds; `null` and empty texts are nothing. */
  set(slot: number, texts: readonly (string | null)[]): void;
  /** By such a number: 1 where it is one of these values, or has one. It lasts until the next call. */
  accept(texts: readonly string[]): Uint8Array;
  countOne(slot: number): void;
  /** Counts the first `count` of `slots`. */
  count(slots: Uint32Array, count: number): void;
  /** Those of the values that were counted, in no order; the counts are 0 from then on. */
  take(isWanted?: (value: Value) => boolean): ValueCount[];
}

interface Known extends Value {
  /** The numbers of the combinations that have it. */
  readonly combinations: number[];
  count: number;
}

interface Combination {
  readonly key: string;
  readonly values: readonly Known[];
  uses: number;
}

export function createColumn(spell: Spell): Column {
  const values = new Map<string, Known>();
  const numbers = new Map([["[]", 0]]);
  /** The first is nothing, which all slots hold at the beginning. */
  const combinations: Combination[] = [{ key: "[]", values: [], uses: Infinity }];
  const free: number[] = [];
  let accepted = new Uint8Array(8);
  /** By the number of a combination: how many documents are counted; and the first of which there are any. */
  let counts = new Uint32Array(8);
  let counted = new Uint32Array(8);
  let countedLength = 0;

  const column: Column = {
    held: new Uint32Array(64),
    values: () => values.values(),
    set(slot, texts) {
      const own = [...new Set(texts)].filter((text) => text !== null && text !== "") as string[];
      const key = JSON.stringify(own.sort());
      const number = numbers.get(key) ?? insert(key, own);
      combinations[number]!.uses++;
      column.held = withRoom(column.held, slot + 1);
      const before = column.held[slot]!;
      column.held[slot] = number;
      if (--combinations[before]!.uses === 0) drop(before);
    },
    accept(texts) {
      accepted.fill(0);
      accepted = withRoom(accepted, combinations.length);
      for (const text of texts) {
        for (const number of values.get(text)?.combinations ?? []) accepted[number] = 1;
      }
      return accepted;
    },
    countOne(slot) {
      const number = column.held[slot]!;
      if (counts[number]!++ === 0) counted[countedLength++] = number;
    },
    count(slots, count) {
      const { held } = column;
      const sums = counts;
      let length = countedLength;
      for (let at = 0; at < count; at++) {
        const number = held[slots[at]!]!;
        if (sums[number]!++ === 0) counted[length++] = number;
      }
      countedLength = length;
    },
    take(isWanted = () => true) {
      const found: Known[] = [];
      for (let at = 0; at < countedLength; at++) {
        const number = counted[at]!;
        const count = counts[number]!;
        counts[number] = 0;
        for (const value of combinations[number]!.values) {
          if (!isWanted(value)) continue;
          if (value.count === 0) found.push(value);
          value.count += count;
        }
      }
      countedLength = 0;
      return found.map((value) => {
        const { count } = value;
        value.count = 0;
        return { value, count };
      });
    },
  };

  function insert(key: string, texts: readonly string[]): number {
    const number = free.pop() ?? combinations.length;
    const own = texts.map((text) => {
      const value = values.get(text) ?? { text, ...spell(text), combinations: [], count: 0 };
      values.set(text, value);
      value.combinations.push(number);
      return value;
    });
    combinations[number] = { key, values: own, uses: 0 };
    numbers.set(key, number);
    counts = withRoom(counts, number + 1);
    counted = withRoom(counted, number + 1);
    return number;
  }

  function drop(number: number): void {
    const { key, values: own } = combinations[number]!;
    numbers.delete(key);
    combinations[number] = combinations[0]!;
    free.push(number);
    for (const value of own) {
      value.combinations.splice(value.combinations.indexOf(number), 1);
      if (value.combinations.length === 0) values.delete(value.text);
    }
  }

  return column;
}
