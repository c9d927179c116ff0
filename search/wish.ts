/**
 * Wish: what a text asks for. A text is understood once, and every engine looks for the same.
 *
 * @module
 */
import { sayNothing, weakWords, wordsNotAbbreviations } from "../events/army-words.ts";
import { fillers, fillersThatAreNames, refusals } from "../events/search-vocabulary.ts";
import { typosBetween } from "./match-word.ts";
import { createPhrases, otherNumber } from "./phrases.ts";
import type { Meaning, Named, Synonyms } from "./synonyms.ts";
import { address, queryWords, typedWords, words } from "./text.ts";

/** A document matches when it matches all parts, and none of what is refused. */
export interface Wish {
  /** In the order of the text, at most {@link maxParts}. */
  readonly parts: readonly Part[];
  /** "not ranger": whole words, exact. */
  readonly without: readonly Wanted[];
}

/** One thing that is asked for: a document matches it by any of its words. */
export interface Part {
  /** As somebody typed it: one word, or several that mean one thing. */
  readonly typed: string;
  readonly any: readonly Wanted[];
  /** What it names, the likeliest first; none for a plain word. */
  readonly meanings: readonly Meaning[];
}

/** A folded word that documents have. */
export interface Wanted {
  readonly word: string;
  /** Whether it may be unfinished: only the last word of a text may. */
  readonly isPrefix: boolean;
  /** Whether it is nothing but itself: no typos are forgiven in it. */
  readonly isExact: boolean;
}

/** As many as one number has bits. */
export const maxParts = 32;

export const noWish: Wish = { parts: [], without: [] };

/** What a text asks for; no parts where nothing is asked. */
export function wishOf(text: string, synonyms: Synonyms): Wish {
  const asked = readUnits(text, synonyms);
  const telling = asked.filter(({ isFiller, isWeak }) => !isFiller && !isWeak);
  const some = telling.length > 0 ? telling : asked.filter(({ isFiller }) => !isFiller);
  return gathered(some.length > 0 ? some : namesAmong(asked));
}

/** Whether a word says nothing of who is sought, as long as others do. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** A word or a phrase of a text. */
interface Unit extends Part {
  readonly isFiller: boolean;
  /** Nearly everybody is it: an officer. */
  readonly isWeak: boolean;
  readonly isRefused: boolean;
  /** Whether "or" stands before it. */
  readonly isOther: boolean;
}

const shortestMisspelled = 6;

const phrasesOfNothing = createPhrases(sayNothing.map((phrase) => [words(phrase), true] as const));

function readUnits(text: string, synonyms: Synonyms): Unit[] {
  const all = queryWords(text);
  const typed = typedWords(text);
  const isShouted = text === text.toUpperCase();
  const units: Unit[] = [];
  let isRefused = false;
  let isOther = false;
  for (let at = 0; at < all.length;) {
    const word = all[at] ?? "";
    const named = synonyms.namedAt(all, at);
    const empty = phrasesOfNothing.longestAt(all, at)?.length ?? 0;
    if (empty > (named?.length ?? 1)) {
      at += empty;
      continue;
    }
    const length = named?.length ?? 1;
    const isLast = at + length === all.length;
    if (refusals.has(word) && !isLast) isRefused = true;
    else if (word === "or" && !isLast) isOther = true;
    else {
      const written = typed.slice(at, at + length).join(" ");
      const isCapital = !isShouted && /^\p{Lu}{2,}$/u.test(written);
      const isWord = wordsNotAbbreviations.has(word) && !isCapital;
      const isNamed = length > 1 || isCapital && wordsNotAbbreviations.has(word) ||
        isBranch(named) && /^officers?$/.test(all[at + 1] ?? "");
      // "MI" is no beginning of Mia; "sam" may be one of Samuel, whatever SAM is.
      const isWhole = named?.isAbbreviation === true && !isWord &&
        (word.length === 2 || written === written.toUpperCase());
      const isPrefix = isLast && !isWhole;
      const part = isNamed
        ? tokensOf(named, word)
        : { any: wordForms(word, isPrefix, named), meanings: named?.meanings ?? [] };
      const isFiller = length === 1 && fillers.has(word) && !(isCapital && named !== undefined);
      const isUnit = named?.meanings.every(({ kind }) => kind === "unit") ?? false;
      const isWeak = length === 1 &&
        (isUnit || weakWords.has(word) || named === undefined && isNearlyWeak(word));
      units.push({ typed: written, ...part, isFiller, isWeak, isRefused, isOther });
      if (!isFiller) {
        isRefused = false;
        isOther = false;
      }
    }
    at += length;
  }
  return units;
}

/** "Offcer" is no more than an officer. */
function isNearlyWeak(word: string): boolean {
  const most = word.length < shortestMisspelled ? 0 : 1;
  return [...weakWords].some((weak) =>
    weak[0] === word[0] && Math.abs(weak.length - word.length) <= most &&
    typosBetween(word, weak) <= most
  );
}

/** "Engineer officer" is of the Corps of Engineers, whatever an engineer is. */
function isBranch(named: Named | undefined): boolean {
  return named?.tokens.some((token) => token.startsWith("#armyBranch")) ?? false;
}

/** Of a phrase, and of an abbreviation that is another word in small letters: "IT", and not "it". */
function tokensOf(named: Named | undefined, word: string): Pick<Part, "any" | "meanings"> {
  const tokens = named?.tokens.filter((token) => token !== word) ?? [];
  return { any: tokens.map(exactly), meanings: named?.meanings ?? [] };
}

/** A word as it was typed, in its other number, and what it is the name of. */
function wordForms(word: string, isPrefix: boolean, named: Named | undefined): Wanted[] {
  const others = new Set([otherNumber(word), ...named?.tokens ?? []]);
  others.delete(word);
  const isPlain = word !== address;
  return [
    { word, isPrefix, isExact: false },
    ...isPlain ? [...others].map(exactly) : [],
  ];
}

function exactly(word: string): Wanted {
  return { word, isPrefix: false, isExact: true };
}

/** Units as parts: those behind "or" join the one before, those behind "not" are refused; each once. */
function gathered(units: readonly Unit[]): Wish {
  const parts: Part[] = [];
  const without: Wanted[] = [];
  const seen = new Set<string>();
  let isRefused = false;
  for (const { typed, any, meanings, isOther, ...unit } of units) {
    isRefused = unit.isRefused || isOther && isRefused;
    const key = any.map(({ word }) => word).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    const before = parts.at(-1);
    if (isRefused) without.push(...any.map(({ word }) => exactly(word)));
    else if (isOther && before !== undefined) {
      parts[parts.length - 1] = {
        typed: `${before.typed} or ${typed}`,
        any: [...before.any, ...any],
        meanings: [...before.meanings, ...meanings],
      };
    } else parts.push({ typed, any, meanings });
  }
  return { parts: parts.slice(0, maxParts), without };
}

/** Of fillers alone: one is a word like others, and so are several that people are called. */
function namesAmong(units: readonly Unit[]): readonly Unit[] {
  const areNames = units.every(({ typed }) => fillersThatAreNames.has(typed.toLowerCase()));
  return units.length === 1 || areNames ? units : [];
}
