import { LRUCache } from "lru-cache";
import type { Shown } from "./shown-to.ts";

/** An answer's inputs besides the read tables. */
export interface AnswerKey {
  /** What the viewer may see; see `shownTo`. */
  readonly shown: Shown;
  /** The request with everything else the answer depends on: path and query, or props as JSON. */
  readonly address: string;
}

export interface Sized {
  readonly byteLength: number;
}

/** Estimated overhead of an entry besides its key and value. */
const entryBytes = 100;
const defaultBytes = 64 * 2 ** 20;

/**
 * Cache of answers. An answer is reused for the same version of the read tables, viewers who may see the same, and the
 * same address. There is no other way into the cache.
 */
export class AnswerCache {
  readonly #versionNow: () => string | undefined;
  readonly #entries: LRUCache<string, Sized>;
  #version: string | undefined;

  /**
   * @param versionNow Current version of the read tables; `undefined` disables the cache.
   * @param maxBytes Of all entries together; an answer larger than a tenth isn't cached.
   */
  constructor(versionNow: () => string | undefined, maxBytes = defaultBytes) {
    this.#versionNow = versionNow;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 10),
      sizeCalculation: ({ byteLength }, key) => Math.ceil(entryBytes + 2 * key.length + byteLength),
    });
  }

  /** Returns the cached answer, or makes it. `make` must read everything itself, to be as new as the version. */
  async read<T extends Sized>(
    { shown, address }: AnswerKey,
    make: () => T | Promise<T>,
  ): Promise<T> {
    const version = this.forgetOld();
    if (version === undefined) return await make();
    const key = JSON.stringify([shown, address]);
    const known = this.#entries.get(key);
    // Each address has only one `make`.
    if (known !== undefined) return known as T;
    const made = await make();
    // An answer started before a change must not enter the cache after it.
    if (this.forgetOld() === version) this.#entries.set(key, made);
    return made;
  }

  /**
   * Empties the cache if the version has changed, and returns the current one. Called for each
   * change before its answer, so that hidden data doesn't stay in memory.
   */
  forgetOld(): string | undefined {
    const version = this.#versionNow();
    if (version !== this.#version) {
      this.#version = version;
      this.#entries.clear();
    }
    return version;
  }

  forget(): void {
    this.#entries.clear();
  }

  contents(): readonly (readonly [key: string, answer: Sized])[] {
    return [...this.#entries.entries()];
  }
}
