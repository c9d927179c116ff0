/**
 * Dictionary of the words of all documents: a trie, so that prefixes and misspelled words are found by
 * walking it, and a map, so that a known word is found at once.
 *
 * The trie lives in typed arrays: the children of a node are a chain, from its first child from
 * sibling to sibling. Numbers of words and of nodes are used again when a word goes.
 *
 * @module
 */
import { type Image, textsOf } from "../memory/image.ts";
import { withRoom } from "../memory/numbers.ts";

export const root = 0;
/** No such word; at a node: no word ends here. */
export const none = -1;
/** How long the beginnings are that {@link Dictionary.stems} knows. */
const stemLength = 3;

export interface Dictionary {
  /** By node; 0 is none, as the root is nobody's child. */
  firstChild: Uint32Array;
  nextSibling: Uint32Array;
  parent: Uint32Array;
  /** By node: the number of its letter in `alphabet`. */
  letter: Uint32Array;
  /** By node: the word that ends there, or `none`. */
  wordAt: Int32Array;
  /** By word: the node of its first three letters, or of all of a shorter one. */
  stems: Uint32Array;
  /** Letters by code point, numbered from 1. */
  readonly alphabet: Map<number, number>;
  /** Above the number of every word. */
  wordCount: number;
  /** Above the number of every node. */
  nodeCount: number;
  /** Counts words that came or went. */
  changes: number;
  /** The number of a word, or `none`. */
  find(text: string): number;
  /** The number of a word, old or new. */
  add(text: string): number;
  remove(word: number): void;
  /** The node that a text leads to, or `none`. */
  nodeOf(text: string): number;
  image(): Image;
  /** Makes an empty dictionary one with the same words by the same numbers. */
  restore(image: Image): void;
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>();
  const texts: (string | undefined)[] = [];
  const freeWords: number[] = [];
  const freeNodes: number[] = [];
  let endNodes = new Uint32Array(1024);

  const dictionary: Dictionary = {
    firstChild: new Uint32Array(4096),
    nextSibling: new Uint32Array(4096),
    parent: new Uint32Array(4096),
    letter: new Uint32Array(4096),
    wordAt: new Int32Array(4096).fill(none),
    stems: new Uint32Array(1024),
    alphabet: new Map(),
    wordCount: 0,
    nodeCount: 1,
    changes: 0,
    find: (text) => numbers.get(text) ?? none,
    add: (text) => numbers.get(text) ?? insert(text),
    remove,
    nodeOf,
    image: () => ({ texts: Array.from(texts, (text) => text ?? "") }),
    restore(image) {
      const holes: number[] = [];
      for (const [word, text] of textsOf(image, "texts").entries()) {
        if (text !== "") insert(text);
        else holes.push(dictionary.wordCount++);
        if (dictionary.wordCount !== word + 1) throw new Error(`Word ${word} is there twice`);
      }
      dictionary.stems = withRoom(dictionary.stems, dictionary.wordCount);
      freeWords.push(...holes);
    },
  };

  function insert(text: string): number {
    dictionary.changes++;
    const points = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
    let node = root;
    let stem = root;
    for (const [depth, point] of points.entries()) {
      const letter = numberOfLetter(point);
      const child = childOf(node, letter);
      node = child === 0 ? addNode(node, letter) : child;
      if (depth < stemLength) stem = node;
    }
    const word = freeWords.pop() ?? dictionary.wordCount++;
    dictionary.stems = withRoom(dictionary.stems, word + 1);
    dictionary.stems[word] = stem;
    endNodes = withRoom(endNodes, word + 1);
    endNodes[word] = node;
    dictionary.wordAt[node] = word;
    // `text` may be a slice that would keep the whole biography it was cut from in memory.
    const own = String.fromCodePoint(...points);
    numbers.set(own, word);
    texts[word] = own;
    return word;
  }

  function remove(word: number): void {
    const text = texts[word];
    if (text === undefined) return;
    dictionary.changes++;
    numbers.delete(text);
    texts[word] = undefined;
    freeWords.push(word);
    const { firstChild, parent, wordAt } = dictionary;
    let node = endNodes[word]!;
    wordAt[node] = none;
    while (node !== root && firstChild[node] === 0 && wordAt[node] === none) {
      const above = parent[node]!;
      unlink(node, above);
      freeNodes.push(node);
      node = above;
    }
  }

  function nodeOf(text: string): number {
    let node = root;
    for (const letter of text) {
      const number = dictionary.alphabet.get(letter.codePointAt(0) ?? 0);
      node = number === undefined ? 0 : childOf(node, number);
      if (node === 0) return none;
    }
    return node;
  }

  function numberOfLetter(point: number): number {
    const known = dictionary.alphabet.get(point);
    if (known !== undefined) return known;
    const number = dictionary.alphabet.size + 1;
    dictionary.alphabet.set(point, number);
    return number;
  }

  /** 0 when there is none. */
  function childOf(node: number, wanted: number): number {
    const { firstChild, nextSibling, letter } = dictionary;
    let child = firstChild[node]!;
    while (child !== 0 && letter[child] !== wanted) child = nextSibling[child]!;
    return child;
  }

  function addNode(above: number, letter: number): number {
    const node = freeNodes.pop() ?? dictionary.nodeCount++;
    if (node >= dictionary.wordAt.length) grow(node + 1);
    dictionary.letter[node] = letter;
    dictionary.parent[node] = above;
    dictionary.firstChild[node] = 0;
    dictionary.nextSibling[node] = dictionary.firstChild[above]!;
    dictionary.firstChild[above] = node;
    dictionary.wordAt[node] = none;
    return node;
  }

  function unlink(node: number, above: number): void {
    const { firstChild, nextSibling } = dictionary;
    if (firstChild[above] === node) {
      firstChild[above] = nextSibling[node]!;
      return;
    }
    let before = firstChild[above]!;
    while (nextSibling[before] !== node) before = nextSibling[before]!;
    nextSibling[before] = nextSibling[node]!;
  }

  function grow(nodes: number): void {
    dictionary.firstChild = withRoom(dictionary.firstChild, nodes);
    dictionary.nextSibling = withRoom(dictionary.nextSibling, nodes);
    dictionary.parent = withRoom(dictionary.parent, nodes);
    dictionary.letter = withRoom(dictionary.letter, nodes);
    dictionary.wordAt = withRoom(dictionary.wordAt, nodes);
  }

  return dictionary;
}
