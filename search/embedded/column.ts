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
  /** The value of a text, where somebody holds it. */
  find(text: string): Value | undefined;
  /** The values that have a word with this beginning. */
  completing(text: string): Value[];
  /** Makes these what a document holds; `null` and empty texts are nothing. */
  set(slot: number, texts: readonly (string | null)[]): void;
  /** By such a number: 1 where it is one of these values, or has one. It lasts until the next call. */
  accept(texts: readonly string[]): Uint8Array;
  countOne(slot: number): void;
  /** Counts the first `count` of `slots`. */
  count(slots: Uint32Array, count: number): void;
  /** Counts all documents but the first `count` of `slots`. */
  countOthers(slots: Uint32Array, count: number): void;
  /** The values that were counted, in no order; the counts are 0 from then on. */
  take(): ValueCount[];
  /** The same, for these values of the column alone. */
  takeOf(values: readonly Value[]): ValueCount[];
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
  /** Values by the first letter and the first two letters of their words. */
  const beginning = new Map<string, Set<Value>>();
  let accepted = new Uint8Array(8);
  /** By the number of a combination: how many documents are counted; and the first of which there are any. */
  let counts = new Uint32Array(8);
  let counted = new Uint32Array(8);
  let countedLength = 0;

  const column: Column = {
    held: new Uint32Array(64),
    find: (text) => values.get(text),
    completing: (text) =>
      [...beginning.get(text.slice(0, 2)) ?? []].filter(({ words }) =>
        words.some((word) => word.startsWith(text))
      ),
    set(slot, texts) {
      const some = texts.filter((text) => text !== null && text !== "") as string[];
      const own = some.length > 1 ? [...new Set(some)].sort() : some;
      const key = JSON.stringify(own.length === 1 ? own[0] : own);
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
    countOthers(slots, count) {
      for (let number = 1; number < combinations.length; number++) {
        if (counts[number] === 0) counted[countedLength++] = number;
        counts[number]! += combinations[number]!.uses;
      }
      const { held } = column;
      for (let at = 0; at < count; at++) counts[held[slots[at]!]!]!--;
      counts[0] = 0;
    },
    take() {
      const found: Known[] = [];
      for (let at = 0; at < countedLength; at++) {
        const number = counted[at]!;
        const count = counts[number]!;
        counts[number] = 0;
        if (count === 0) continue;
        for (const value of combinations[number]!.values) {
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
    takeOf(some) {
      const found: ValueCount[] = [];
      for (const value of some as readonly Known[]) {
        let count = 0;
        for (const number of value.combinations) count += counts[number]!;
        if (count > 0) found.push({ value, count });
      }
      for (let at = 0; at < countedLength; at++) counts[counted[at]!] = 0;
      countedLength = 0;
      return found;
    },
  };

  function insert(key: string, texts: readonly string[]): number {
    const number = free.pop() ?? combinations.length;
    const own = texts.map((text) => {
      const value = values.get(text) ?? addValue(text);
      value.combinations.push(number);
      return value;
    });
    combinations[number] = { key, values: own, uses: 0 };
    numbers.set(key, number);
    counts = withRoom(counts, number + 1);
    counted = withRoom(counted, number + 1);
    return number;
  }

  function addValue(text: string): Known {
    const value: Known = { text, ...spell(text), combinations: [], count: 0 };
    values.set(text, value);
    for (const text of beginningsOf(value)) {
      beginning.set(text, (beginning.get(text) ?? new Set()).add(value));
    }
    return value;
  }

  function drop(number: number): void {
    const { key, values: own } = combinations[number]!;
    numbers.delete(key);
    combinations[number] = { key: "", values: [], uses: 0 };
    free.push(number);
    for (const value of own) {
      value.combinations.splice(value.combinations.indexOf(number), 1);
      if (value.combinations.length > 0) continue;
      values.delete(value.text);
      for (const text of beginningsOf(value)) beginning.get(text)?.delete(value);
    }
  }

  return column;
}

function beginningsOf({ words }: Value): string[] {
  return words.flatMap((word) => [word.slice(0, 1), word.slice(0, 2)]);
}
