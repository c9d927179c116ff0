/**
 * What the documents hold in one facet group. A document may hold several values (help topics), so
 * each different set of values is a choice with a number, and a column has one number for every
 * document: filtering and counting need no more than that.
 *
 * @module
 */
import { compareText } from "../text.ts";
import { withLength, withRoom } from "./numbers.ts";
import { kindCount } from "./slots.ts";

export interface Choices {
  /** By slot: the number of the document's choice. */
  column: Uint32Array;
  /** Above the number of every choice. */
  choiceCount: number;
  /** By choice: its values, each once. Choice 0 has none. */
  readonly valuesOf: (readonly number[])[];
  /** By value: how many documents of each kind hold it. */
  readonly totals: Uint32Array[];
  readonly texts: string[];
  /** The values that some document holds, in code point order. */
  readonly sorted: number[];
  /** The choices that a value is part of. */
  choicesWith(text: string): readonly number[];
  /** @param texts May hold `null`, empty texts and repetitions, which count for nothing. */
  add(slot: number, kind: number, texts: readonly (string | null)[]): void;
  remove(slot: number, kind: number): void;
  grow(capacity: number): void;
}

export function createChoices(): Choices {
  const valueNumbers = new Map<string, number>();
  const choiceNumbers = new Map<string, number>([["", 0]]);
  const keys: string[] = [""];
  const choicesByValue: number[][] = [];
  const freeValues: number[] = [];
  const freeChoices: number[] = [];
  /** By choice: how many documents hold it. */
  let uses = new Uint32Array(64);

  const choices: Choices = {
    column: new Uint32Array(0),
    choiceCount: 1,
    valuesOf: [[]],
    totals: [],
    texts: [],
    sorted: [],
    choicesWith(text) {
      const value = valueNumbers.get(text);
      return value === undefined ? [] : choicesByValue[value]!;
    },
    add(slot, kind, texts) {
      const choice = choiceOf(texts);
      choices.column[slot] = choice;
      uses[choice]!++;
      for (const value of choices.valuesOf[choice]!) choices.totals[value]![kind]!++;
    },
    remove(slot, kind) {
      const choice = choices.column[slot]!;
      uses[choice]!--;
      for (const value of choices.valuesOf[choice]!) choices.totals[value]![kind]!--;
      if (uses[choice] === 0 && choice !== 0) dropChoice(choice);
    },
    grow(capacity) {
      choices.column = withLength(choices.column, capacity);
    },
  };

  function choiceOf(texts: readonly (string | null)[]): number {
    const values: number[] = [];
    for (const text of texts) {
      if (text === null || text === "") continue;
      const value = valueNumbers.get(text) ?? addValue(text);
      if (!values.includes(value)) values.push(value);
    }
    if (values.length > 1) values.sort((a, b) => a - b);
    const key = values.join();
    return choiceNumbers.get(key) ?? addChoice(key, values);
  }

  function addChoice(key: string, values: readonly number[]): number {
    const choice = freeChoices.pop() ?? choices.choiceCount++;
    uses = withRoom(uses, choice + 1);
    keys[choice] = key;
    choiceNumbers.set(key, choice);
    choices.valuesOf[choice] = values;
    for (const value of values) choicesByValue[value]?.push(choice);
    return choice;
  }

  function dropChoice(choice: number): void {
    choiceNumbers.delete(keys[choice]!);
    for (const value of choices.valuesOf[choice]!) {
      const having = choicesByValue[value]!;
      having[having.indexOf(choice)] = having.at(-1)!;
      having.pop();
      if (having.length === 0) dropValue(value);
    }
    choices.valuesOf[choice] = [];
    freeChoices.push(choice);
  }

  function addValue(text: string): number {
    const value = freeValues.pop() ?? choices.texts.length;
    valueNumbers.set(text, value);
    choices.texts[value] = text;
    choices.totals[value] = new Uint32Array(kindCount);
    choicesByValue[value] = [];
    choices.sorted.splice(placeOf(text), 0, value);
    return value;
  }

  function dropValue(value: number): void {
    const text = choices.texts[value]!;
    choices.sorted.splice(placeOf(text), 1);
    valueNumbers.delete(text);
    choices.texts[value] = "";
    freeValues.push(value);
  }

  /** Where a value stands in `sorted`, or would. */
  function placeOf(text: string): number {
    const { sorted, texts } = choices;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(texts[sorted[middle]!]!, text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return choices;
}
