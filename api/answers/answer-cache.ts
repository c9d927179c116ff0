import { LRUCache } from "lru-cache";
import type { Shown } from "./shown-to.ts";

/** What an answer is made of beside the read tables. */
export interface AnswerKey {
  /** What this viewer is shown: see `shownTo`. */
  readonly shown: Shown;
  /** What is asked for, with everything else that the answer is made of: a path and a query, or props in JSON. */
  readonly address: string;
}

/** Anything that says how many bytes of memory it takes. */
export interface Sized {
  readonly byteLength: number;
}

/** What an entry takes beside its key and value, about. */
const entryBytes = 100;
const defaultBytes = 64 * 2 ** 20;

/**
 * The cache of answers, for calls and pages. An answer is used again for the same version of the read tables,
 * a viewer who is shown the same, and the same address; there is no other way into the cache.
 */
export class AnswerCache {
  /** How often an answer was there, and was not. */
  readonly reads = { hits: 0, misses: 0 };
  readonly #versionNow: () => string | undefined;
  readonly #entries: LRUCache<string, Sized>;
  /** Of all entries. */
  #version: string | undefined;

  /**
   * @param versionNow Of the read tables that answers are made of now; `undefined` while it can't be told, and
   * then nothing is cached.
   * @param maxBytes What all entries take together. An answer larger than a tenth of it is not cached.
   */
  constructor(versionNow: () => string | undefined, maxBytes = defaultBytes) {
    this.#versionNow = versionNow;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 10),
      sizeCalculation: ({ byteLength }, key) => Math.ceil(entryBytes + 2 * key.length + byteLength),
    });
  }

  /**
   * The answer for this key: the one that was made before, or another.
   *
   * @param make Reads everything itself: what was read before this call may be older than its version.
   */
  async read<T extends Sized>(
    { shown, address }: AnswerKey,
    make: () => T | Promise<T>,
  ): Promise<T> {
    const version = this.forgetOld();
    if (version === undefined) return await make();
    const key = JSON.stringify([shown, address]);
    const known = this.#entries.get(key);
    this.reads[known === undefined ? "misses" : "hits"]++;
    // An address is one maker's.
    if (known !== undefined) return known as T;
    const made = await make();
    // What was begun before a change must not come in after it.
    if (this.forgetOld() === version) this.#entries.set(key, made);
    return made;
  }

  /**
   * Empties the cache of an older version, and returns the version now. Called for each change before it is
   * answered, so that nothing that somebody has hidden stays in memory, either.
   */
  forgetOld(): string | undefined {
    const version = this.#versionNow();
    if (version !== this.#version) {
      this.#version = version;
      this.#entries.clear();
    }
    return version;
  }

  /** What the entries take now. */
  get byteLength(): number {
    return this.#entries.calculatedSize;
  }

  /** Forgets everything: for tests. */
  forget(): void {
    this.#entries.clear();
  }

  /** What is in it now: for tests. */
  contents(): readonly (readonly [key: string, answer: Sized])[] {
    return [...this.#entries.entries()];
  }
}
