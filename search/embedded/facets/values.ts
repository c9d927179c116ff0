/**
 * Value table of one facet group: the values that documents hold, their numbers, their order, and how
 * many documents hold each.
 *
 * @module
 */
import { compareText } from "../../text.ts";
import { type Image, textsOf } from "../memory/image.ts";
import { withRoom } from "../memory/numbers.ts";
import { firstPlace } from "../order.ts";
import { kindCount } from "../memory/slots.ts";
import {
  type Completions,
  completionsOf,
  createSpellings,
  type SpellingRules,
} from "./spellings.ts";

export interface Values {
  /** Above the number of every value. */
  readonly texts: readonly string[];
  /** All values in code point order; kept from the first call on. */
  sorted(): readonly number[];
  find(text: string): number | undefined;
  /** The values that have a word with this beginning; none where nothing is suggested. */
  completing(beginning: string): Completions;
  /** The number of a value, old or new. A new one goes again when no value set is linked to it. */
  add(text: string): number;
  link(value: number, valueSet: number): void;
  unlink(value: number, valueSet: number): void;
  /** The value sets that hold the value. */
  valueSetsWith(value: number): readonly number[];
  /** Adds to the documents of a kind that hold the value, and returns how many hold it in all. */
  count(value: number, kind: number, more: number): number;
  /** How many documents of the kinds that are 1 in `admitted` hold the value. */
  totalOf(value: number, admitted: Uint8Array): number;
  image(): Image;
  /** Gives empty values the same texts by the same numbers; nothing is linked or counted. */
  restore(image: Image): void;
}

const noCompletions = completionsOf([]);

/** @param rules How values complete what is typed; without them they do not. */
export function createValues(rules?: SpellingRules): Values {
  const spellings = rules && createSpellings(rules);
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  let sorted: number[] | undefined;
  const valueSets: number[][] = [];
  /** For each value a count by kind; at kind 0, that of empty slots, the sum of all kinds. */
  let totals = new Uint32Array(64 * kindCount);
  const free: number[] = [];

  function add(text: string): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const value = free.pop() ?? texts.length;
    numbers.set(text, value);
    texts[value] = text;
    spellings?.add(value, text);
    valueSets[value] = [];
    totals = withRoom(totals, texts.length * kindCount);
    totals.fill(0, value * kindCount, (value + 1) * kindCount);
    sorted?.splice(placeOf(sorted, text), 0, value);
    return value;
  }

  function unlink(value: number, valueSet: number): void {
    const having = valueSets[value]!;
    having[having.indexOf(valueSet)] = having.at(-1)!;
    having.pop();
    if (having.length === 0) drop(value);
  }

  function drop(value: number): void {
    const text = texts[value]!;
    sorted?.splice(placeOf(sorted, text), 1);
    spellings?.remove(value, text);
    numbers.delete(text);
    texts[value] = "";
    free.push(value);
  }

  function sort(): number[] {
    return [...numbers.values()].sort((a, b) => compareText(texts[a]!, texts[b]!));
  }

  /** Where a value stands among the sorted ones, or would. */
  function placeOf(sorted: readonly number[], text: string): number {
    return firstPlace(sorted.length, (at) => compareText(texts[sorted[at]!]!, text) < 0);
  }

  return {
    texts,
    sorted: () => sorted ??= sort(),
    find: (text) => numbers.get(text),
    completing: (beginning) => spellings?.completing(beginning) ?? noCompletions,
    add,
    link: (value, valueSet) => valueSets[value]!.push(valueSet),
    unlink,
    valueSetsWith: (value) => valueSets[value]!,
    count(value, kind, more) {
      const ofValue = value * kindCount;
      totals[ofValue + kind]! += more;
      totals[ofValue]! += more;
      return totals[ofValue]!;
    },
    image: () => ({ texts }),
    restore(image) {
      const saved = textsOf(image, "texts");
      totals = withRoom(totals, saved.length * kindCount);
      for (const [value, text] of saved.entries()) {
        texts.push(text);
        valueSets.push([]);
        if (text === "") {
          free.push(value);
          continue;
        }
        numbers.set(text, value);
        spellings?.add(value, text);
      }
    },
    totalOf(value, admitted) {
      const ofValue = value * kindCount;
      let total = 0;
      for (let kind = 1; kind < kindCount; kind++) {
        total += admitted[kind]! * totals[ofValue + kind]!;
      }
      return total;
    },
  };
}
