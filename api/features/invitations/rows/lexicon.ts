import type { Line } from "../../../../events/army-words/listed.ts";
import { allowedTypos, typosBetween } from "../../../../search/match-word.ts";
import { words } from "../../../../search/text.ts";

export class Lexicon {
  /** `null` if a phrase fits several values: "lieutenant". */
  readonly #byPhrase = new Map<string, string | null>();
  readonly #valueWords: readonly (readonly [value: string, words: ReadonlySet<string>])[];
  readonly #spelled: ReadonlySet<string>;

  constructor(lines: readonly Line[]) {
    this.#valueWords = lines.map(({ value }) => [value, new Set(words(value))]);
    const valueOf = new Map(lines.map(({ value }) => [keyOf(value), value]));
    for (const { value, names } of lines) {
      for (const key of names.flatMap(keysOf)) {
        const before = this.#byPhrase.get(key);
        this.#byPhrase.set(key, before === undefined || before === value ? value : null);
      }
    }
    for (const key of lines.flatMap(({ loose }) => loose).flatMap(keysOf)) {
      if (!this.#byPhrase.has(key)) this.#byPhrase.set(key, null);
    }
    // A value's own name never means another value.
    for (const [key, value] of valueOf) this.#byPhrase.set(key, value);
    this.#spelled = new Set([...this.#byPhrase.keys()].flatMap((phrase) => phrase.split(" ")));
  }

  /** The known word nearest to a misspelled one ("infantary"), if there is exactly one. */
  corrected(word: string): string {
    if (word.length < 5 || this.#spelled.has(word)) return word;
    const near = [...this.#spelled].filter((one) =>
      one[0] === word[0] && one.length > 4 && Math.abs(one.length - word.length) < 3 &&
      typosBetween(word, one) <= allowedTypos(word.length)
    );
    return near.length === 1 ? near[0] ?? word : word;
  }

  /** `null` if folded words fit several values, `undefined` if they name none. */
  named(phrase: readonly string[]): string | null | undefined {
    const value = this.#byPhrase.get(phrase.join(" "));
    return value === undefined ? this.#byPhrase.get(phrase.join("")) : value;
  }

  /** The only value whose own name has all these words: "intelligence". */
  withWords(all: readonly string[]): string | undefined {
    const [found, ...others] = this.#valueWords.filter(([, name]) =>
      all.length > 0 && all.every((word) => name.has(word))
    );
    return others.length === 0 ? found?.[0] : undefined;
  }
}

function keyOf(name: string): string {
  return words(name).join(" ");
}

/** With and without spaces: people write "1 Lt", "ltcol", "O-3". */
function keysOf(name: string): string[] {
  return [keyOf(name), words(name).join("")];
}

export interface Names {
  /** `null` for a name that fits several values. */
  readonly values: ReadonlyMap<Lexicon, ReadonlySet<string | null>>;
  /** Whether every word is part of a name, or a filler. */
  readonly isWhole: boolean;
}

const longestPhrase = 4;

/** Names in a few words, from the first lexicon that knows them. @param isFiller Words to skip. */
export function readNames(
  written: readonly string[],
  lexicons: readonly Lexicon[],
  isFiller: (word: string) => boolean,
): Names {
  const names = readWords(written, lexicons, isFiller);
  if (names.isWhole || written.length > longestPhrase) return names;
  const all = written.map((word) => isFiller(word) ? word : lexicons[0]?.corrected(word) ?? word);
  return readWords(all, lexicons, isFiller);
}

function readWords(
  all: readonly string[],
  lexicons: readonly Lexicon[],
  isFiller: (word: string) => boolean,
): Names {
  const values = new Map<Lexicon, Set<string | null>>();
  let isWhole = true;
  for (let at = 0; at < all.length;) {
    const found = longestName(all.slice(at, at + longestPhrase), lexicons);
    if (found !== undefined) {
      values.set(found.lexicon, (values.get(found.lexicon) ?? new Set()).add(found.value));
    } else if (!isFiller(all[at] ?? "")) isWhole = false;
    at += found?.length ?? 1;
  }
  if (isWhole && values.size > 0) return { values, isWhole };
  const meaningful = all.filter((word) => !isFiller(word));
  for (const lexicon of lexicons) {
    const value = lexicon.withWords(meaningful);
    if (value !== undefined) {
      return { values: new Map([[lexicon, new Set([value])]]), isWhole: true };
    }
  }
  return { values, isWhole: false };
}

function longestName(some: readonly string[], lexicons: readonly Lexicon[]) {
  for (let length = some.length; length > 0; length--) {
    for (const lexicon of lexicons) {
      const value = lexicon.named(some.slice(0, length));
      if (value !== undefined) return { lexicon, value, length };
    }
  }
  return undefined;
}
