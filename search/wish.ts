/**
 * Wish: what a text asks for. A text is understood once, and every engine looks for the same.
 *
 * @module
 */
import { refusing, sayNothing, weakWords, wordsNotAbbreviations } from "../events/army-words.ts";
import {
  alternatives,
  fillers,
  fillersThatAreNames,
  refusals,
  states,
} from "../events/search-vocabulary.ts";
import { forgiven, typosBetween } from "./match-word.ts";
import { createPhrases, otherNumber } from "./phrases.ts";
import type { Kind, Meaning, Named, Synonyms } from "./synonyms.ts";
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
  /**
   * Of a name: what comes near to it, or its words; of a misspelled word the name that it is like. They are asked for
   * where no document of the index matches the part.
   */
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
  return gathered(telling.length > 0 ? inSentence(units, telling) : namesAmong(units));
}

/** In a sentence that names something, a word like no name is meant as it stands: "track" is no tank. */
function inSentence(units: readonly Unit[], telling: readonly Unit[]): readonly Unit[] {
  const isSentence = units.filter(({ isFiller }) => isFiller).length >= fewestFillers;
  if (!isSentence || !telling.some(({ meanings }) => meanings.length > 0)) return telling;
  return telling.map((unit) =>
    unit.meanings.length > 0 || unit.inWords ? unit : {
      ...unit,
      any: unit.any.map(({ word }) => exactly(word)),
    }
  );
}

const fewestFillers = 3;

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
  return parts.flatMap((part) =>
    part.inWords === undefined || isThere(part) ? part : partsIn(part.inWords, isThere)
  ).slice(0, maxParts);
}

/**
 * What a part weighs in a relaxed search: the fewer have it, the more. What it names outweighs every plain word, which
 * may be anything; and a branch, a topic or a job outweighs places and ranks.
 *
 * @param everyone Documents of the index.
 * @param having Those of them that match it.
 */
export function weightOf({ meanings }: Part, everyone: number, having: number): number {
  if (having === 0) return 0;
  const rarity = 1 + Math.round(4 * Math.log2(everyone / having));
  if (meanings.length === 0) return rarity;
  return rarity +
    (meanings.every(({ kind }) => circumstances.has(kind)) ? 1 : maxParts) * mostPlainWeight;
}

/** More than all plain words of a text together. */
const mostPlainWeight = 4096;

/** Where and how somebody serves, beside what they do. */
const circumstances: ReadonlySet<Kind> = new Set<Kind>(["post", "state", "rank"]);

/** Whether a word says nothing of who is sought, as long as others do. */
export function isFiller(word: string): boolean {
  return fillers.has(word);
}

function isKnown(word: string): boolean {
  return isFiller(word) || weakWords.has(word);
}

/** A word or a phrase of a text. */
interface Unit extends Part {
  readonly isFiller: boolean;
  /** Nearly everybody is it: an officer. */
  readonly isWeak: boolean;
  readonly isRefused: boolean;
  /** Whether "or" stands before it, or before the plain words that it goes on. */
  readonly isOther: boolean;
  /** Whether another unit stands right before it. */
  readonly isNext: boolean;
}

const shortestMisspelled = 6;

const phrasesOfNothing = createPhrases(sayNothing.map((phrase) => [words(phrase), true] as const));
const phrasesThatRefuse = createPhrases(
  [...refusals, ...refusing].map((phrase) => [words(phrase), true] as const),
);

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
  return queryWords(text).flatMap((word, at, { length }) => {
    const token = {
      word,
      typed: typed[at] ?? word,
      isCapital: !isShouted && /^\p{Lu}{2,}$/u.test(typed[at] ?? ""),
      isBehindSlash: slashes.length === length && slashes[at] === true,
    };
    const [, code = ""] = /^(..)(?:arng|ng)$/.exec(word) ?? [];
    const state = states[code.toUpperCase()];
    if (state === undefined) return [token];
    return [...state.split(" "), "Guard"].map((typed) => ({
      ...token,
      word: typed.toLowerCase(),
      typed,
    }));
  });
}

/** @param hasChoices Whether phrases with "or" in them are read as one thing. */
function readUnits(text: string, synonyms: Synonyms, hasChoices: boolean): Unit[] {
  const tokens = tokensIn(text);
  const all = tokens.map(({ word }) => word);
  const spelled = all.map((word) => isKnown(word) ? word : synonyms.spelled(word) ?? word);
  const namedAt = (at: number) => {
    const right = synonyms.namedAt(all, at);
    const other = spelled[at] === all[at] && right?.length === 1
      ? right
      : synonyms.namedAt(spelled, at);
    // One misspelled word is found with its typos; several are one thing.
    const named = (other?.length ?? 1) > (right?.length ?? 1) ? other : right;
    const isRefused = named && !hasChoices &&
      all.slice(at, at + named.length).some((word) => alternatives.has(word));
    return isRefused ? synonyms.namedAt(all.slice(at, at + 1), 0) : named;
  };
  const units: Unit[] = [];
  let isRefused = false;
  let isOther = false;
  /** Where the last unit ended, unless it was a filler; and whether it was plain, behind "or". */
  let end = -1;
  let isPlainOther = false;
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
    const refused = phrasesThatRefuse.longestAt(all, at)?.length ?? 0;
    if (refused >= length && at + refused < all.length) {
      isRefused = true;
      at += refused;
      continue;
    }
    if (alternatives.has(word) && !isLast) isOther = true;
    else {
      const some = tokens.slice(at, at + length);
      const unit = length > 1 ? phraseUnit(some, named, synonyms) : wordUnit(some[0]!, named, {
        ...{ isLast, isSilent: empty > 0, next: all[at + 1] },
        like: likeOf(word, spelled[at] ?? word, synonyms),
      });
      const isNext = at === end;
      const isPlainNext: boolean = isPlain(unit) && isNext && isPlainOther;
      const isOtherUnit: boolean = isOther || some[0]?.isBehindSlash === true || isPlainNext;
      // Whoever does not want to get out is answered by who helps with it.
      units.push({ ...unit, isRefused: isRefused && !named?.isWish, isOther: isOtherUnit, isNext });
      if (!unit.isFiller) {
        isRefused = false;
        isOther = false;
        end = at + length;
        isPlainOther = isOtherUnit && isPlain(unit);
      }
    }
    at += length;
  }
  return units;
}

type ReadUnit = Omit<Unit, "isRefused" | "isOther" | "isNext">;

function isPlain({ meanings, inWords, isFiller, isWeak }: ReadUnit): boolean {
  return meanings.length === 0 && inWords === undefined && !isFiller && !isWeak;
}

function phraseUnit(
  tokens: readonly Token[],
  named: Named | undefined,
  synonyms: Synonyms,
): ReadUnit {
  const typed = tokens.map((token) => token.typed).join(" ");
  const part = { typed, ...tokensOf(named, "") };
  const own = named?.isWish ? [] : tokens.map((token) => {
    const like = likeOf(token.word, synonyms.spelled(token.word) ?? token.word, synonyms);
    const around = { isLast: false, isSilent: false, next: undefined, like };
    return wordUnit(token, synonyms.namedAt([token.word], 0), around);
  }).flatMap(({ isFiller, isWeak, ...part }) => isFiller || isWeak ? [] : [part]);
  const [near] = nearOf(part, named);
  const inWords = near === undefined ? own : [{ ...near, ...own.length > 0 && { inWords: own } }];
  return { ...part, ...inWords.length > 0 && { inWords }, isFiller: false, isWeak: false };
}

/** What comes near to what a part names. */
function nearOf({ typed, meanings }: Part, named: Named | undefined): Part[] {
  const near = (named?.near ?? []).filter((word) => !isKnown(word));
  return near.length === 0 ? [] : [{ typed, any: near.map(exactly), meanings }];
}

/** A name that a misspelled word may be. */
interface Like {
  readonly word: string;
  readonly named: Named;
  readonly isSure: boolean;
}

function likeOf(word: string, spelled: string, synonyms: Synonyms): Like | undefined {
  const named = word === spelled ? undefined : synonyms.namedAt([spelled], 0);
  const isSure = typosBetween(word, spelled) <= forgiven(word.length);
  return named && { word: spelled, named, isSure };
}

interface Around {
  readonly isLast: boolean;
  /** Whether it says nothing of who is sought. */
  readonly isSilent: boolean;
  readonly next: string | undefined;
  /** What it would name, were it spelled right. */
  readonly like: Like | undefined;
}

function wordUnit(token: Token, named: Named | undefined, around: Around): ReadUnit {
  const { word, typed, isCapital } = token;
  const { isLast, isSilent, next, like } = around;
  const isOrdinary = wordsNotAbbreviations.has(word);
  // "MI" is no beginning of Mia; "sam" may be one of Samuel, whatever SAM is.
  const isWhole = named?.isAbbreviation === true && (isCapital || !isOrdinary) &&
    (word.length === 2 || typed === typed.toUpperCase());
  const isMeant = isCapital && isOrdinary || isBranch(named) && /^officers?$/.test(next ?? "") ||
    isRole(named);
  const part = isMeant && named !== undefined ? tokensOf(named, word) : {
    any: wordForms(word, isLast && !isWhole, named),
    meanings: (named ?? (like?.isSure ? like.named : undefined))?.meanings ?? [],
  };
  const instead = like === undefined || named !== undefined
    ? nearOf({ typed, ...part }, named)
    : [{ typed, any: wordForms(like.word, false, like.named), meanings: like.named.meanings }];
  const isUnit = named?.meanings.every(({ kind }) => kind === "unit") ?? false;
  return {
    typed,
    ...part,
    ...instead.length > 0 && { inWords: instead },
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

/** Cadets are those who are, not who write of cadets. */
function isRole(named: Named | undefined): boolean {
  return named?.tokens.some((token) => token.startsWith("#role")) ?? false;
}

/** Of a phrase, and of an abbreviation that is another word in small letters: "IT", and not "it". */
function tokensOf(named: Named | undefined, word: string): Pick<Part, "any" | "meanings"> {
  const tokens =
    named?.tokens.filter((token) => isRole(named) ? token.startsWith("#") : token !== word) ?? [];
  return { any: tokens.map(exactly), meanings: named?.meanings ?? [] };
}

/** A word as it was typed, in its other number, and what it is the name of. */
function wordForms(word: string, isPrefix: boolean, named: Named | undefined): Wanted[] {
  const others = new Set([otherNumber(word), ...named?.tokens ?? []]);
  others.delete(word);
  const isPlain = word !== address;
  const isPlural = otherNumber(word).length < word.length;
  return [
    // "LTCs" is right, and no "LTs".
    { word, isPrefix, isExact: named !== undefined && (!isPrefix || isPlural) },
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
  for (
    const { isFiller: _, isWeak: __, isNext: ___, isOther, isRefused: isNotWanted, ...part }
      of units
  ) {
    isRefused = isNotWanted || isOther && isRefused;
    const key = part.any.map(({ word }) => word).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    const before = parts.at(-1);
    if (isRefused) without.push(...part.any.map(({ word }) => exactly(word)));
    else if (isOther && before !== undefined) parts[parts.length - 1] = either(before, part);
    else parts.push(part);
  }
  return { parts: parts.slice(0, maxParts), without };
}

/** A part of two of which either will do, also where it is asked for in words. */
function either(one: Part, other: Part): Part {
  const joined = {
    typed: `${one.typed} or ${other.typed}`,
    any: [...one.any, ...other.any],
    meanings: [...one.meanings, ...other.meanings],
  };
  if (one.inWords === undefined && other.inWords === undefined) return joined;
  return { ...joined, inWords: [{ ...joined, any: [one, other].flatMap(allWords) }] };
}

function allWords({ any, inWords }: Part): Wanted[] {
  return [...any, ...(inWords ?? []).flatMap(allWords)];
}

/** Of fillers alone: one is a word like others, and so are several that people are called. */
function namesAmong(units: readonly Unit[]): readonly Unit[] {
  const areNames = units.every(({ typed }) => fillersThatAreNames.has(typed.toLowerCase()));
  return units.length === 1 || areNames ? units : [];
}
