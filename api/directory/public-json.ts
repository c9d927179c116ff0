/**
 * JSON cache of what everyone may see: of each profile until its member
 * changes, and of whole answers until anyone does; and beside it what pages are made as. It follows the search index, the last to learn of
 * a change: once a change is answered, nothing from before it is in here any more.
 *
 * @module
 */
import { LRUCache } from "lru-cache";
import type { TablesVersion } from "../../events/read/members.ts";
import type { MarkupStore } from "../product.ts";
import type { JsonAnswer } from "./json-answer.ts";

export interface PublicJson {
  /** JSON of public profiles, by member. */
  readonly profiles: LRUCache<string, string>;
  /** Whole answers, by their query. */
  readonly answers: LRUCache<string, JsonAnswer>;
  /** What pages were made as, by everything that it was made of. */
  readonly parts: LRUCache<string, KeptPart>;
  /** How often one was asked for that was there, and that was not. */
  readonly partReads: { readonly hits: number; readonly misses: number };
  /** HTML of what cards say, by member and part. */
  readonly markups: LRUCache<string, Markups>;
  /** To be told of members that changed, once the index and the read tables have the change. */
  forget(memberIds: readonly string[]): void;
  /**
   * What can be used now, and what may be added to it later: an entry that was made of something
   * older than the last change is not taken in.
   */
  open(): OpenJson;
}

/** Part of a page: what it is, only pages know. */
export interface KeptPart {
  readonly part: Sized;
  /** Of the people whom it tells of: what is counted when somebody reads it. */
  readonly slots: readonly number[];
}

type Markups = Readonly<Record<string, Uint8Array>>;

export interface Sized {
  readonly byteLength: number;
}

export interface OpenJson {
  profile(memberId: string): string | undefined;
  addProfile(memberId: string, json: string): void;
  answer(key: string): JsonAnswer | undefined;
  addAnswer(key: string, json: JsonAnswer): void;
  part(key: string): KeptPart | undefined;
  /** Takes it in when it is added for the second time: a view that was asked for once is seldom asked for again. */
  addPart(key: string, part: KeptPart): void;
  readonly markup?: MarkupStore;
  /** Whether the same query finds the same until the next change. */
  readonly mayCacheAnswers: boolean;
}

export interface PublicJsonDependencies {
  /** Of the read tables, at least as new as when the request came in. */
  readonly tablesVersion: () => TablesVersion;
  /** Up to which log position changes were followed. */
  readonly followed: () => number;
  /** Whether the same query finds the same until the next change that is followed. */
  readonly mayCacheAnswers: boolean;
  readonly profileBytes?: number;
  readonly answerBytes?: number;
  readonly partBytes?: number;
  readonly markupBytes?: number;
}

const mb = 2 ** 20;
const nothing: OpenJson = {
  profile: () => undefined,
  addProfile: () => {},
  answer: () => undefined,
  addAnswer: () => {},
  part: () => undefined,
  addPart: () => {},
  mayCacheAnswers: false,
};

export function createPublicJson(deps: PublicJsonDependencies): PublicJson {
  const { tablesVersion, followed, mayCacheAnswers } = deps;
  // Texts take one or two bytes a character.
  const profiles = cacheOfBytes<string>(deps.profileBytes ?? 32 * mb, (json) => 2 * json.length);
  // Compressed they are a quarter or less: counted before anyone asks for that.
  const answers = cacheOfBytes<JsonAnswer>(
    deps.answerBytes ?? 16 * mb,
    ({ bytes, slots }) => 1.25 * bytes.byteLength + 8 * slots.length,
  );
  const parts = cacheOfBytes<KeptPart>(
    deps.partBytes ?? 32 * mb,
    ({ part, slots }) => part.byteLength + 8 * slots.length,
  );
  const markups = cacheOfBytes<Markups>(
    deps.markupBytes ?? 24 * mb,
    (parts) =>
      Object.values(parts).reduce((bytes, html) => bytes + html.byteLength + entryBytes, 0),
  );
  // Most views are never asked for again: keeping each would only push others out, and fill the memory.
  const askedBefore = new LRUCache<string, true>({ max: 1000 });
  const partReads = { hits: 0, misses: 0 };
  let generation = 0;
  /** Counts changes. */
  let changes = 0;

  function clear(): void {
    changes++;
    profiles.clear();
    answers.clear();
    parts.clear();
    askedBefore.clear();
    markups.clear();
  }

  return {
    markups,
    profiles,
    answers,
    parts,
    partReads,
    forget(memberIds) {
      changes++;
      answers.clear();
      parts.clear();
      askedBefore.clear();
      for (const memberId of memberIds) {
        profiles.delete(memberId);
        markups.delete(memberId);
      }
    },
    open() {
      const version = tablesVersion();
      if (version.generation !== generation) {
        generation = version.generation;
        clear();
      }
      // Another process has changed the tables, and what it was is not known yet.
      if (version.position !== followed()) return nothing;
      const opened = changes;
      return {
        profile: (memberId) => profiles.get(memberId),
        addProfile(memberId, json) {
          if (changes === opened) profiles.set(memberId, json);
        },
        answer: (key) => mayCacheAnswers ? answers.get(key) : undefined,
        addAnswer(key, json) {
          if (mayCacheAnswers && changes === opened) answers.set(key, json);
        },
        part(key) {
          const part = parts.get(key);
          partReads[part === undefined ? "misses" : "hits"]++;
          return part;
        },
        addPart(key, part) {
          if (changes !== opened) return;
          if (askedBefore.has(key)) parts.set(key, part);
          else askedBefore.set(key, true);
        },
        markup: {
          read: (memberId, part) => markups.get(memberId)?.[part],
          add(memberId, part, html) {
            if (changes !== opened) return;
            markups.set(memberId, { ...markups.get(memberId), [part]: html });
          },
        },
        mayCacheAnswers,
      };
    },
  };
}

/** What an entry takes beside its key and value, about. */
const entryBytes = 100;

/**
 * LRU cache of so many bytes. A value that is larger than a tenth of it is not cached.
 *
 * @param sizeOf Bytes of a value.
 */
export function cacheOfBytes<T extends NonNullable<unknown>>(
  maxBytes: number,
  sizeOf: (value: T) => number,
): LRUCache<string, T> {
  return new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 10),
    sizeCalculation: (value, key) => Math.ceil(entryBytes + 2 * key.length + sizeOf(value)),
  });
}
