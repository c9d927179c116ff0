/**
 * Wish: what a text asks for. A text is understood once, and every engine looks for the same.
 *
 * @module
 */
import { sayNothing, weakWords, wordsNotAbbreviations } from "../events/army-words.ts";
import {
  alternatives,
  fillers,
  fillersThatAreNames,
  refusals,
} from "../events/search-vocabulary.ts";
import { typosBetween } from "./match-word.ts";
import { createPhrases, otherNumber } from "./phrases.ts";
import type { Meaning, Named, Synonyms } from "./synonyms.ts";
import { address, maxQueryLength, queryWords, typedWords, words } from "./text.ts";

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
  /** Of a phrase, its words: they are asked for where no document of the index has the phrase. */
  readonly inWords?: readonly Part[];
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
  const read = readUnits(text, synonyms, true);
  // "Guard or active" alone is a topic; beside a lawyer it is two kinds of lawyers.
  const units = read.some(isChoice) && tellingOf(read).length > 1
    ? readUnits(text, synonyms, false)
    : read;
  const telling = tellingOf(units);
  return gathered(telling.length > 0 ? telling : namesAmong(units));
}

function tellingOf(units: readonly Unit[]): readonly Unit[] {
  const telling = units.filter(({ isFiller, isWeak }) => !isFiller && !isWeak);
  return telling.length > 0 ? telling : units.filter(({ isFiller }) => !isFiller);
}

/**
 * The parts to look for in an index.
 *
 * @param isThere Whether any document of the index has a word of this part.
 */
export function partsIn(parts: readonly Part[], isThere: (part: Part) => boolean): Part[] {
  return parts.flatMap((part) => part.inWords === undefined || isThere(part) ? part : part.inWords)
    .slice(0, maxParts);
}

/**
 * What a part weighs in a relaxed search: the fewer have it, the more. What it names outweighs every plain
 * word, which may be anything.
 *
 * @param everyone Documents of the index.
 * @param having Those of them that match it.
 */
export function weightOf({ meanings }: Part, everyone: number, having: number): number {
  if (having === 0) return 0;
  const rarity = 1 + Math.round(4 * Math.log2(everyone / having));
  return meanings.length > 0 ? mostPlainWeight + rarity : rarity;
}

/** More than all plain words of a text together. */
const mostPlainWeight = 4096;

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

/** A word of a text. */
interface Token {
  readonly word: string;
  readonly typed: string;
  /** In capitals, in a text that has others. */
  readonly isCapital: boolean;
  /** "cyber/signal" */
  readonly isBehindSlash: boolean;
}

function tokensIn(whole: string): Token[] {
  const text = whole.slice(0, maxQueryLength);
  const typed = typedWords(text);
  const isShouted = text === text.toUpperCase();
  const slashes = [...text.matchAll(/(\/?)[\p{L}\p{N}\p{M}]+/gu)].map(([, slash]) => slash !== "");
  return queryWords(text).map((word, at, { length }) => ({
    word,
    typed: typed[at] ?? word,
    isCapital: !isShouted && /^\p{Lu}{2,}$/u.test(typed[at] ?? ""),
    isBehindSlash: slashes.length === length && slashes[at] === true,
  }));
}

/** @param hasChoices Whether phrases with "or" in them are read as one thing. */
function readUnits(text: string, synonyms: Synonyms, hasChoices: boolean): Unit[] {
  const tokens = tokensIn(text);
  const all = tokens.map(({ word }) => word);
  const namedAt = (at: number) => {
    const named = synonyms.namedAt(all, at);
    const isRefused = named && !hasChoices &&
      all.slice(at, at + named.length).some((word) => alternatives.has(word));
    return isRefused ? synonyms.namedAt(all.slice(at, at + 1), 0) : named;
  };
  const units: Unit[] = [];
  let isRefused = false;
  let isOther = false;
  for (let at = 0; at < all.length;) {
    const word = all[at] ?? "";
    const named = namedAt(at);
    const length = named?.length ?? 1;
    const empty = phrasesOfNothing.longestAt(all, at)?.length ?? 0;
    const isLast = at + length === all.length;
    if (empty > length) {
      at += empty;
      continue;
    }
    if (refusals.has(word) && !isLast) isRefused = true;
    else if (alternatives.has(word) && !isLast) isOther = true;
    else {
      const some = tokens.slice(at, at + length);
      const unit = length > 1
        ? phraseUnit(some, named)
        : wordUnit(some[0]!, named, { isLast, isSilent: empty > 0, next: all[at + 1] });
      units.push({ ...unit, isRefused, isOther: isOther || some[0]?.isBehindSlash === true });
      if (!unit.isFiller) {
        isRefused = false;
        isOther = false;
      }
    }
    at += length;
  }
  return units;
}

type ReadUnit = Omit<Unit, "isRefused" | "isOther">;

function phraseUnit(tokens: readonly Token[], named: Named | undefined): ReadUnit {
  const typed = tokens.map((token) => token.typed).join(" ");
  const inWords = tokens.filter(({ word }) => !fillers.has(word) && !weakWords.has(word))
    .map(({ word, typed }) => ({ typed, any: wordForms(word, false, undefined), meanings: [] }));
  const other = named?.isWish || inWords.length === 0 ? {} : { inWords };
  return { typed, ...tokensOf(named, ""), ...other, isFiller: false, isWeak: false };
}

interface Around {
  readonly isLast: boolean;
  /** Whether it says nothing of who is sought. */
  readonly isSilent: boolean;
  readonly next: string | undefined;
}

function wordUnit(token: Token, named: Named | undefined, around: Around): ReadUnit {
  const { word, typed, isCapital } = token;
  const { isLast, isSilent, next } = around;
  const isOrdinary = wordsNotAbbreviations.has(word);
  // "MI" is no beginning of Mia; "sam" may be one of Samuel, whatever SAM is.
  const isWhole = named?.isAbbreviation === true && (isCapital || !isOrdinary) &&
    (word.length === 2 || typed === typed.toUpperCase());
  const isMeant = isCapital && isOrdinary || isBranch(named) && /^officers?$/.test(next ?? "");
  const part = isMeant && named !== undefined
    ? tokensOf(named, word)
    : { any: wordForms(word, isLast && !isWhole, named), meanings: named?.meanings ?? [] };
  const isUnit = named?.meanings.every(({ kind }) => kind === "unit") ?? false;
  return {
    typed,
    ...part,
    isFiller: (fillers.has(word) || named === undefined && isSilent) &&
      !(isCapital && named !== undefined),
    isWeak: isUnit || weakWords.has(word) || named === undefined && isNearlyWeak(word),
  };
}

function isChoice({ typed }: Unit): boolean {
  const all = words(typed);
  return all.length > 1 && all.some((word) => alternatives.has(word));
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
  for (const { isFiller: _, isWeak: __, isOther, isRefused: isNotWanted, ...part } of units) {
    const { typed, any, meanings } = part;
    isRefused = isNotWanted || isOther && isRefused;
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
    } else parts.push(part);
  }
  return { parts: parts.slice(0, maxParts), without };
}

/** Of fillers alone: one is a word like others, and so are several that people are called. */
function namesAmong(units: readonly Unit[]): readonly Unit[] {
  const areNames = units.every(({ typed }) => fillersThatAreNames.has(typed.toLowerCase()));
  return units.length === 1 || areNames ? units : [];
}
