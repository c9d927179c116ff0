/** Finds the longest known phrase at a place in a text. "Ft." counts as "Fort". */
import { placeForms } from "../events/search-vocabulary.ts";

export interface Phrases<T> {
  /** The longest phrase that begins with the word at `at`, with its values. */
  longestAt(words: readonly string[], at: number): FoundPhrase<T> | undefined;
}

export interface FoundPhrase<T> {
  readonly length: number;
  readonly all: readonly T[];
}

interface Node<T> {
  readonly all: T[];
  next?: Map<string, Node<T>>;
}

/** @param entries Each with its folded words, at least one. */
export function createPhrases<T>(
  entries: Iterable<readonly [words: readonly string[], one: T]>,
): Phrases<T> {
  const root: Node<T> = { all: [] };
  for (const [words, one] of entries) {
    let node = root;
    for (const word of words.map(normal)) {
      const nexts = node.next ??= new Map<string, Node<T>>();
      node = nexts.get(word) ?? { all: [] };
      nexts.set(word, node);
    }
    if (!node.all.includes(one)) node.all.push(one);
  }
  return {
    longestAt(words, at) {
      let node: Node<T> | undefined = root;
      let longest: FoundPhrase<T> | undefined;
      for (let end = at; end < words.length; end++) {
        node = node.next?.get(normal(words[end] ?? ""));
        if (node === undefined) break;
        if (node.all.length > 0) longest = { length: end + 1 - at, all: node.all };
      }
      return longest;
    },
  };
}

/** Phrases with the same key are the same. */
export function keyOf(words: readonly string[]): string {
  return words.map(normal).join(" ");
}

/** A word's singular, or its plural. */
export function otherNumber(word: string): string {
  const one = singular(word);
  if (one !== word) return one;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

const longForms = new Map([...placeForms].filter(([short, long]) => short.length < long.length));

function normal(word: string): string {
  return longForms.get(word) ?? singular(word);
}

/** A word without a plural ending: nearly always right, and the same for questions and profiles. */
function singular(word: string): string {
  if (!word.endsWith("s")) return word;
  if (/\ds$/.test(word)) return word.slice(0, -1);
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
