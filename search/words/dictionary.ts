/**
 * Dictionary of all documents' words: a map, to find a word at once, and a trie, to find all words with a
 * prefix or a similar spelling.
 *
 * The trie is stored in typed arrays: a node's children are a chain from its first child, from sibling to
 * sibling. Numbers of removed words and nodes are reused.
 */
import { withRoom } from "./numbers.ts";

export const root = 0;
/** No word or node: words are numbered from 1, and the root is never a child. */
export const none = 0;

export class Dictionary {
  firstChild = new Uint32Array(64);
  nextSibling = new Uint32Array(64);
  /** By node: the number of its letter in `alphabet`. */
  letter = new Uint32Array(64);
  /** By node: the word that ends there, or `none`. */
  wordAt = new Uint32Array(64);
  /** Letters by code point, numbered from 1. */
  readonly alphabet = new Map<number, number>();
  /** Changes with each word that is added or removed. */
  version = 0;
  readonly #numbers = new Map<string, number>();
  readonly #texts = [""];
  readonly #freeWords: number[] = [];
  readonly #freeNodes: number[] = [];
  #nodeCount = 1;

  find(text: string): number {
    return this.#numbers.get(text) ?? none;
  }

  /** The number of a word, which is added if it is new. */
  add(text: string): number {
    const known = this.find(text);
    if (known !== none) return known;
    let node = root;
    const points = [...text].map((letter) => letter.codePointAt(0) ?? 0);
    for (const point of points) {
      const letter = this.alphabet.get(point) ?? this.alphabet.size + 1;
      this.alphabet.set(point, letter);
      node = this.#childOf(node, letter) || this.#addNode(node, letter);
    }
    this.version++;
    const word = this.#freeWords.pop() ?? this.#texts.length;
    this.wordAt[node] = word;
    // `text` may be a slice that would keep the whole biography it was cut from in memory.
    const own = String.fromCodePoint(...points);
    this.#numbers.set(own, word);
    this.#texts[word] = own;
    return word;
  }

  remove(word: number): void {
    const path = this.#pathOf(this.#texts[word]!);
    this.version++;
    this.#numbers.delete(this.#texts[word]!);
    this.#texts[word] = "";
    this.#freeWords.push(word);
    this.wordAt[path.at(-1)!] = none;
    for (let at = path.length - 1; at > 0; at--) {
      const [above, node] = [path[at - 1]!, path[at]!];
      if (this.firstChild[node] !== none || this.wordAt[node] !== none) return;
      if (this.firstChild[above] === node) this.firstChild[above] = this.nextSibling[node]!;
      else {
        let before = this.firstChild[above]!;
        while (this.nextSibling[before] !== node) before = this.nextSibling[before]!;
        this.nextSibling[before] = this.nextSibling[node]!;
      }
      this.#freeNodes.push(node);
    }
  }

  nodeOf(text: string): number {
    return this.#pathOf(text).at(-1)!;
  }

  /** The nodes along a text from the root; `none` once no word goes on like this. */
  #pathOf(text: string): number[] {
    const path = [root];
    for (const letter of text) {
      const number = this.alphabet.get(letter.codePointAt(0) ?? 0) ?? 0;
      path.push(this.#childOf(path.at(-1)!, number));
      if (path.at(-1) === none) break;
    }
    return path;
  }

  #childOf(node: number, wanted: number): number {
    let child = this.firstChild[node]!;
    while (child !== none && this.letter[child] !== wanted) child = this.nextSibling[child]!;
    return child;
  }

  #addNode(above: number, letter: number): number {
    const node = this.#freeNodes.pop() ?? this.#nodeCount++;
    for (const name of ["firstChild", "nextSibling", "letter", "wordAt"] as const) {
      this[name] = withRoom(this[name], node + 1);
    }
    this.letter[node] = letter;
    this.firstChild[node] = none;
    this.nextSibling[node] = this.firstChild[above]!;
    this.firstChild[above] = node;
    this.wordAt[node] = none;
    return node;
  }
}
