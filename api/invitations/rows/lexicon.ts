import type { Line } from "../../../events/army-words/listed.ts";
import { forgiven, typosBetween } from "../../../search/match-word.ts";
import type { SynonymTable } from "../../../search/synonyms.ts";
import { words } from "../../../search/text.ts";

/** The values of a list by what people call them. */
export type Lexicon = ReturnType<typeof createLexicon>;

/** @param added What an operator adds to the names of values. */
export function createLexicon(lines: readonly Line[], added: SynonymTable = {}) {
  const byPhrase = new Map<string, string | null>();
  const own = lines.map(({ value }) => [value, new Set(words(value))] as const);
  const put = (name: string, value: string) => {
    for (const key of keysOf(name)) {
      const before = byPhrase.get(key);
      byPhrase.set(key, before === undefined || before === value ? value : null);
    }
  };
  const valueOf = new Map(lines.map(({ value }) => [keyOf(value), value]));
  for (const { value, names } of lines) for (const name of names) put(name, value);
  for (const [text, names] of Object.entries(added)) {
    const value = valueOf.get(keyOf(text));
    if (value !== undefined) { for (const name of names) put(name, value); }
  }
  for (const key of lines.flatMap(({ loose }) => loose).flatMap(keysOf)) {
    if (!byPhrase.has(key)) byPhrase.set(key, null);
  }
  // A value's own name is nobody else's.
  for (const [key, value] of valueOf) byPhrase.set(key, value);
  const spelled = new Set([...byPhrase.keys()].flatMap((phrase) => phrase.split(" ")));
  const byLetter = Map.groupBy(spelled, (word) => word[0]);
  const beginnings = new Set([...byPhrase.keys()].map((phrase) => phrase.slice(0, 2)));
  return {
    /** The word that a misspelled one must be: "infantary"; itself where none is or several are. */
    corrected(word: string): string {
      if (word.length < 5 || spelled.has(word)) return word;
      const near = (byLetter.get(word[0]) ?? [])
        .filter((one) => Math.abs(one.length - word.length) < 3 && one.length > 4)
        .filter((one) => typosBetween(word, one) <= forgiven(word.length));
      return near.length === 1 ? near[0] ?? word : word;
    },
    /**
     * @param phrase Folded words.
     * @returns `null` for what says nothing of one value: "lieutenant".
     */
    named(phrase: readonly string[]): string | null | undefined {
      const [first = ""] = phrase;
      // Most words of most cells.
      if (first.length > 1 && !beginnings.has(first.slice(0, 2))) return undefined;
      const value = byPhrase.get(phrase.join(" "));
      return value === undefined ? byPhrase.get(phrase.join("")) : value;
    },
    /** The one value whose own name has all of these words: "intelligence". */
    withWords(all: readonly string[]): string | undefined {
      const found = own.filter(([, name]) => all.length > 0 && all.every((word) => name.has(word)));
      return found.length === 1 ? found[0]?.[0] : undefined;
    },
  };
}

function keyOf(name: string): string {
  return words(name).join(" ");
}

/** People write "1 Lt", "ltcol", "O-3". */
function keysOf(name: string): string[] {
  return [keyOf(name), words(name).join("")];
}

/** What a text names, and whether it says nothing else. */
export interface Names {
  /** By lexicon: the values that are named, `null` among them for what is nobody's alone. */
  readonly values: ReadonlyMap<Lexicon, ReadonlySet<string | null>>;
  readonly isWhole: boolean;
}

/** The longest phrase of a table. */
const longestPhrase = 4;

/**
 * Reads a few words by lexicons, the first one first; words that say nothing are passed over.
 *
 * @param isFiller Whether a word says nothing here.
 */
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
  const add = (lexicon: Lexicon, value: string | null) => {
    values.set(lexicon, (values.get(lexicon) ?? new Set()).add(value));
  };
  let isWhole = true;
  for (let at = 0; at < all.length;) {
    const length = lengthOf(all.slice(at, at + longestPhrase), lexicons, add);
    if (length === 0 && !isFiller(all[at] ?? "")) isWhole = false;
    at += Math.max(1, length);
  }
  if (isWhole && values.size > 0) return { values, isWhole };
  const telling = all.filter((word) => !isFiller(word));
  for (const lexicon of lexicons) {
    const value = lexicon.withWords(telling);
    if (value !== undefined) {
      return { values: new Map([[lexicon, new Set([value])]]), isWhole: true };
    }
  }
  return { values, isWhole: false };
}

/** Of the longest phrase that they begin with. */
function lengthOf(
  some: readonly string[],
  lexicons: readonly Lexicon[],
  add: (lexicon: Lexicon, value: string | null) => void,
): number {
  for (let length = some.length; length > 0; length--) {
    for (const lexicon of lexicons) {
      const value = lexicon.named(some.slice(0, length));
      if (value === undefined) continue;
      add(lexicon, value);
      return length;
    }
  }
  return 0;
}
