/**
 * Dictionary of all documents' words: a map, to find a word at once, and a trie, to find all words with a
 * prefix or a similar spelling.
 *
 * The trie is stored in typed arrays: a node's children are a chain from its first child, from sibling to
 * sibling. Numbers of removed words and nodes are reused.
 *
 * @module
 */
import { withRoom } from "./numbers.ts";

export const root = 0;
/** No word or node: words are numbered from 1, and the root is never a child. */
export const none = 0;

export interface Dictionary {
  /** By node. */
  firstChild: Uint32Array;
  nextSibling: Uint32Array;
  /** By node: the number of its letter in `alphabet`. */
  letter: Uint32Array;
  /** By node: the word that ends there, or `none`. */
  wordAt: Uint32Array;
  /** Letters by code point, numbered from 1. */
  readonly alphabet: ReadonlyMap<number, number>;
  /** Above the number of every word. */
  wordCount(): number;
  /** Another one each time a word came or went. */
  version: number;
  /** The number of a word, or `none`. */
  find(text: string): number;
  /** The number of a word, old or new. */
  add(text: string): number;
  remove(word: number): void;
  /** The node that a text leads to, or `none`. */
  nodeOf(text: string): number;
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>();
  /** By word. */
  const texts = [""];
  const freeWords: number[] = [];
  const freeNodes: number[] = [];
  const alphabet = new Map<number, number>();
  let nodeCount = 1;

  const dictionary: Dictionary = {
    firstChild: new Uint32Array(64),
    nextSibling: new Uint32Array(64),
    letter: new Uint32Array(64),
    wordAt: new Uint32Array(64),
    alphabet,
    version: 0,
    wordCount: () => texts.length,
    find: (text) => numbers.get(text) ?? none,
    add: (text) => numbers.get(text) ?? insert(text),
    remove,
    nodeOf,
  };

  function insert(text: string): number {
    const points: number[] = [];
    let node = root;
    for (const one of text) {
      const point = one.codePointAt(0) ?? 0;
      points.push(point);
      const letter = alphabet.get(point) ?? alphabet.size + 1;
      alphabet.set(point, letter);
      node = childOf(node, letter) || addNode(node, letter);
    }
    dictionary.version++;
    const word = freeWords.pop() ?? texts.length;
    dictionary.wordAt[node] = word;
    // `text` may be a slice that would keep the whole biography it was cut from in memory.
    const own = String.fromCodePoint(...points);
    numbers.set(own, word);
    texts[word] = own;
    return word;
  }

  function remove(word: number): void {
    const { firstChild, nextSibling, wordAt } = dictionary;
    const text = texts[word]!;
    dictionary.version++;
    numbers.delete(text);
    texts[word] = "";
    freeWords.push(word);
    const path = [root];
    for (const letter of text) {
      path.push(childOf(path.at(-1)!, alphabet.get(letter.codePointAt(0) ?? 0) ?? 0));
    }
    wordAt[path.at(-1)!] = none;
    for (let at = path.length - 1; at > 0; at--) {
      const [above, node] = [path[at - 1]!, path[at]!];
      if (firstChild[node] !== none || wordAt[node] !== none) return;
      if (firstChild[above] === node) firstChild[above] = nextSibling[node]!;
      else {
        let before = firstChild[above]!;
        while (nextSibling[before] !== node) before = nextSibling[before]!;
        nextSibling[before] = nextSibling[node]!;
      }
      freeNodes.push(node);
    }
  }

  function nodeOf(text: string): number {
    let node = root;
    for (const letter of text) {
      node = childOf(node, alphabet.get(letter.codePointAt(0) ?? 0) ?? 0);
      if (node === none) return none;
    }
    return node;
  }

  function childOf(node: number, wanted: number): number {
    const { firstChild, nextSibling, letter } = dictionary;
    let child = firstChild[node]!;
    while (child !== none && letter[child] !== wanted) child = nextSibling[child]!;
    return child;
  }

  function addNode(above: number, letter: number): number {
    const node = freeNodes.pop() ?? nodeCount++;
    if (node >= dictionary.letter.length) {
      for (const name of ["firstChild", "nextSibling", "letter", "wordAt"] as const) {
        dictionary[name] = withRoom(dictionary[name], node + 1);
      }
    }
    dictionary.letter[node] = letter;
    dictionary.firstChild[node] = none;
    dictionary.nextSibling[node] = dictionary.firstChild[above]!;
    dictionary.firstChild[above] = node;
    dictionary.wordAt[node] = none;
    return node;
  }

  return dictionary;
}
