/**
 * Spelling variants of a group's values: "Fort Worth" and "FORT WORTH" are one value to suggestions. The
 * words of values are sorted by code point, so that words with the same beginning are neighbours; each
 * word has the list of values in which it occurs.
 *
 * @module
 */
import { compareText, words } from "../../text.ts";
import { createOrder } from "../order.ts";

/** A value in all its spellings. */
export interface Spelling {
  /** Its words, with spaces between, unless each text is a value of its own. */
  readonly key: string;
  readonly words: readonly string[];
  /** Numbers of its texts. */
  readonly values: number[];
  /** The look-up that has found it last: one finds it once, by however many words. */
  lastLookUp: number;
}

export interface Spellings {
  add(value: number, text: string): void;
  remove(value: number, text: string): void;
  /** Those that have a word with this beginning, each once. */
  completing(beginning: string): Completions;
}

/** Spellings, and beside each the number of its only text, or -1: of very many most are passed over. */
export interface Completions {
  readonly spellings: readonly Spelling[];
  readonly onlyValues: Int32Array;
}

export function completionsOf(spellings: readonly Spelling[]): Completions {
  const onlyValues = new Int32Array(spellings.length);
  for (let at = 0; at < spellings.length; at++) {
    const { values } = spellings[at]!;
    onlyValues[at] = values.length === 1 ? values[0]! : -1;
  }
  return { spellings, onlyValues };
}

export interface SpellingRules {
  keyOf(text: string): string;
  /** The words by which it can be completed. */
  wordsOf(text: string): readonly string[];
}

/** Texts that have the same words are the same, as they are to searches. */
export const byWords: SpellingRules = { keyOf: (text) => words(text).join(" "), wordsOf: words };

/** So many completions are worth being kept: few beginnings have as many. */
const fewestKnown = 256;

export function createSpellings({ keyOf, wordsOf }: SpellingRules): Spellings {
  const byKey = new Map<string, Spelling>();
  const numbers = new Map<string, number>();
  /** By word. */
  const texts: string[] = [];
  const having: Spelling[][] = [];
  const free: number[] = [];
  const order = createOrder((a, b) => compareText(texts[a]!, texts[b]!));
  /** By beginning, until a text comes or goes. */
  const completions = new Map<string, Completions>();

  let lookUps = 0;

  function link(spelling: Spelling, text: string): void {
    const known = numbers.get(text);
    if (known !== undefined) return void having[known]!.push(spelling);
    const word = free.pop() ?? texts.length;
    numbers.set(text, word);
    texts[word] = text;
    having[word] = [spelling];
    order.add(word);
  }

  function unlink(spelling: Spelling, text: string): void {
    const word = numbers.get(text);
    if (word === undefined) return;
    take(having[word]!, spelling);
    if (having[word]!.length > 0) return;
    order.remove(word);
    numbers.delete(text);
    texts[word] = "";
    free.push(word);
  }

  return {
    add(value, text) {
      completions.clear();
      const key = keyOf(text);
      const known = byKey.get(key);
      if (known !== undefined) return void known.values.push(value);
      const spelling = { key, words: [...new Set(wordsOf(text))], values: [value], lastLookUp: 0 };
      byKey.set(key, spelling);
      for (const word of spelling.words) link(spelling, word);
    },
    remove(value, text) {
      const spelling = byKey.get(keyOf(text));
      if (spelling === undefined) return;
      completions.clear();
      take(spelling.values, value);
      if (spelling.values.length > 0) return;
      byKey.delete(spelling.key);
      for (const word of spelling.words) unlink(spelling, word);
    },
    completing(beginning) {
      const before = completions.get(beginning);
      if (before !== undefined) return before;
      const found = completed(beginning);
      if (found.spellings.length >= fewestKnown) completions.set(beginning, found);
      return found;
    },
  };

  function completed(beginning: string): Completions {
    const found = order.readRange(
      (word) => compareText(texts[word]!, beginning) < 0,
      (word) => texts[word]!.startsWith(beginning),
    );
    const all: Spelling[] = [];
    lookUps++;
    for (const word of found) {
      for (const spelling of having[word]!) {
        if (spelling.lastLookUp === lookUps) continue;
        spelling.lastLookUp = lookUps;
        all.push(spelling);
      }
    }
    return completionsOf(all);
  }
}

/** Takes one out of a list whose order does not matter. */
function take<T>(list: T[], one: T): void {
  const at = list.indexOf(one);
  list[at] = list.at(-1)!;
  list.pop();
}
