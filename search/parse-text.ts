/** Parses a query once, so that every engine searches for the same. */
import type { Wanted } from "./match-word.ts";
import { exclusions, stopPhrases, weakWords } from "../events/army-words/questions.ts";
import {
  alternatives,
  fillers,
  fillersThatAreNames,
  refusals,
  states,
} from "../events/search-vocabulary.ts";
import { tokensInSpan, yearSpanAt } from "./class-years.ts";
import {
  furtherWordsOfPlace,
  isStateAndFiller,
  partInPlace,
  partInState,
  partOfPlace,
  partOrInState,
} from "./place-parts.ts";
import { placing, stateOf } from "./places.ts";
import { createPhrases, type FoundPhrase } from "./phrases.ts";
import type { Kind, Named, Synonyms } from "./synonyms.ts";
import { maxQueryLength, typedWords, words } from "./text.ts";
import { maxParts, type Part, type Token } from "./part.ts";
import { exactly, phrasePart, wordPart } from "./word-parts.ts";

/** A document matches if it matches all parts and has no excluded word. */
export interface ParsedText {
  /** In the order of the text, at most {@link maxParts}. */
  readonly parts: readonly Part[];
  /** Excluded words, whole and exact: "not ranger". */
  readonly without: readonly Wanted[];
}

export const emptyText: ParsedText = { parts: [], without: [] };

/** Parses a text; without parts if it asks for nothing. */
export function parseText(text: string, synonyms: Synonyms): ParsedText {
  const asked = tokensIn(text);
  const units = readUnits(asked, synonyms);
  if (units.length > 0) return gathered(described(units, asked, synonyms));
  // Only fillers: a single one is an ordinary word, and several are if they are also names.
  const areNames = asked.every(({ word }) => fillersThatAreNames.has(word));
  if (asked.length !== 1 && !areNames) return emptyText;
  const parts = asked.map((token, at) => {
    const named = synonyms.namedAt([token.word], 0);
    return wordPart(token, { named, isLast: at === asked.length - 1 });
  });
  return { ...emptyText, parts };
}

/** The units that describe the person sought. */
function described(
  all: readonly Unit[],
  asked: readonly Token[],
  synonyms: Synonyms,
): readonly Unit[] {
  const strong = all.filter(({ isWeak }) => !isWeak);
  // "After the army" beside a job adds nothing, since everyone has left or will leave.
  const beside = strong.some(isJob) ? strong.filter(({ isAfterwards }) => !isAfterwards) : strong;
  const units = beside.length > 0 ? beside : all;
  // "Guard or active" alone is a topic; beside a lawyer it is two kinds of lawyers.
  const topic = synonyms.namedAt(["component"], 0);
  const isStatus = ({ meanings }: Unit) =>
    meanings.some(({ kind, name }) => kind === "dutyStatus" || name === topic?.meanings[0]?.name);
  const isChoice = units.length > 1 && units.every(isStatus) &&
    asked.some(({ word }) => choosing.has(word));
  if (topic && isChoice) {
    return [{ ...units[0]!, any: topic.tokens.map(exactly), meanings: topic.meanings }];
  }
  // In a sentence that names something, an unknown word isn't corrected: "track" isn't "tank".
  const isSentence = asked.filter(({ word }) => fillers.has(word)).length >= fewestFillers &&
    units.some(({ meanings }) => meanings.length > 0);
  return units.map((unit) =>
    !isSentence || unit.meanings.length > 0 || unit.inWords && !unit.isPlace
      ? unit
      : { ...unit, ...asTyped(unit) }
  );
}

/** A part without typos. */
function asTyped(part: Part): Part {
  const any = part.any.map(({ word }) => exactly(word));
  return { ...part, any, ...part.inWords && { inWords: part.inWords.map(asTyped) } };
}

const fewestFillers = 3;
const choosing: ReadonlySet<string> = new Set([...alternatives, "between"]);

function isJob({ meanings }: Unit): boolean {
  return meanings.some(({ kind }) => jobKinds.has(kind));
}

const jobKinds: ReadonlySet<Kind> = new Set<Kind>(["industry", "jobTitle"]);

interface Unit extends Part {
  /** Whether it matches nearly everyone, like "officer". */
  readonly isWeak: boolean;
  /** Whether it asks for life after the Army. */
  readonly isAfterwards: boolean;
  readonly isRefused: boolean;
  readonly isOther: boolean;
  /** Whether an "or" further on joins it to the one before: "Dallas, Houston or Austin". */
  readonly isListed: boolean;
  /** A city and its state, of which this unit is both. */
  readonly pair?: readonly [city: Unit, state: Unit];
}

/** Effect of the words before a unit. */
interface Before {
  readonly isRefused: boolean;
  readonly isOther: boolean;
  readonly isAnd: boolean;
}

const nothingBefore: Before = { isRefused: false, isOther: false, isAnd: false };

type Modifier = "or" | "not" | "nothing";

/** Words that change a question's meaning without being searched. "Doe" isn't "does". */
const modifierWords: ReadonlyMap<string, Modifier> = new Map([
  ...[...fillers].map((word) => [word, "nothing"] as const),
  ...[...refusals].map((word) => [word, "not"] as const),
  ...[...alternatives].map((word) => [word, "or"] as const),
]);
const modifiers = createPhrases<Modifier>([
  ...exclusions.map((phrase) => [words(phrase), "not"] as const),
  ...stopPhrases.map((phrase) => [words(phrase), "nothing"] as const),
]);

function modifierAt(all: readonly string[], at: number): FoundPhrase<Modifier> | undefined {
  const word = modifierWords.get(all[at] ?? "");
  return modifiers.longestAt(all, at) ?? (word && { length: 1, all: [word] });
}

function tokensIn(whole: string): Token[] {
  const text = whole.slice(0, maxQueryLength);
  const isShouted = text === text.toUpperCase();
  return typedWords(text.replace(guard, guardOf)).map((one) => ({
    ...one,
    isCapital: !isShouted && /^\p{Lu}{2,}$/u.test(one.typed),
  }));
}

/** "TXARNG" is the Texas Guard. */
const guard = /\b([a-z]{2})(?:arng|ng)\b/gi;
const guardOf = (typed: string, code: string) => {
  const state = states[code.toUpperCase()];
  return state === undefined ? typed : `${state} Guard`;
};

function readUnits(tokens: readonly Token[], synonyms: Synonyms): Unit[] {
  const all = tokens.map(({ word }) => word);
  const spelled = all.map((word) =>
    fillers.has(word) || weakWords.has(word) ? word : synonyms.spelled(word) ?? word
  );
  const wordAt = (at: number): Part => {
    const [right, near] = [all, spelled].map((words) => synonyms.namedAt(words, at));
    return wordPart(tokens[at]!, {
      named: right,
      like: right === undefined ? near : undefined,
      spelled: spelled[at],
      isLast: at + 1 === all.length,
      next: all[at + 1],
    });
  };
  /** Whether a list goes on here, or the text ends. */
  const isEnd = (at: number) =>
    at >= all.length || joining.has(all[at] ?? "") || tokens[at]?.isBehindComma === true;
  const units: Unit[] = [];
  let before = nothingBefore;
  let lastEnd = 0;
  let isPlace = false;
  let isBehindPlace = false;
  for (let at = 0; at < all.length;) {
    const span = yearSpanAt(all, at);
    if (span !== undefined) {
      const typed = tokens.slice(at, at + span.length).map((token) => token.typed).join(" ");
      const part: Part = {
        typed,
        any: tokensInSpan(span).map(exactly),
        meanings: [{ kind: "classYear", name: span.name }],
      };
      units.push({
        ...part,
        isWeak: false,
        isAfterwards: false,
        isRefused: before.isRefused,
        isOther: before.isOther || areDecades(units.at(-1), part),
        isListed: false,
      });
      at += span.length;
      before = nothingBefore;
      isPlace = isBehindPlace = false;
      continue;
    }
    const right = synonyms.namedAt(all, at);
    const near = synonyms.namedAt(spelled, at);
    // Several misspelled words count as one. A single one is searched as it is before its
    // correction.
    const named = (near?.length ?? 0) > Math.max(1, right?.length ?? 0) ? near : right;
    const length = named?.length ?? 1;
    const found = modifierAt(all, at);
    const some = tokens.slice(at, at + length);
    const [token] = some;
    if (token === undefined) break;
    const isState = isStateAndFiller(token.word) &&
      (isPlace && beforeStates.has(all[at - 1] ?? "") || isBehindPlace && token.isBehindComma) &&
      isEnd(at + length);
    if (found !== undefined && !isState && isModifier(found.length, length, token, named)) {
      at += found.length;
      const last = all[at - 1] ?? "";
      before = {
        isRefused: before.isRefused || found.all[0] === "not" && at < all.length,
        isOther: before.isOther || found.all[0] === "or",
        isAnd: before.isAnd || last === "and",
      };
      isPlace = placing.has(last) || found.length > 1 && isMove.test(last) ||
        isPlace && besidePlaces.has(last) || isBehindPlace && joining.has(last);
      continue;
    }
    // "In Fort Hood, Dallas or Reno": a name doesn't end the list.
    isPlace ||= isBehindPlace && token.isBehindComma;
    const isNamed = named !== undefined;
    const start = at;
    let part = isNamed && length > 1 ? phrasePart(some, named, synonyms) : wordAt(at);
    if (isPlace) part = partInPlace(part, some);
    at += length;
    const further = isPlace && !isNamed ? furtherWordsOfPlace(tokens.slice(at), synonyms) : 0;
    if (further > 0) {
      const place = tokens.slice(at - 1, at + further);
      const inWords = place.map((one, of) => partInPlace(wordAt(at - 1 + of), [one]));
      part = partOfPlace(place, inWords);
      at += further;
    }
    const code = tokens[at];
    const isCity = part.meanings.every(({ kind }) => kind === "post");
    if (isCity && code && isStateAndFiller(code.word) && isEnd(at + 1)) {
      part = partOrInState(part, code);
      at++;
    }
    // Someone is in one place only.
    const isOther = before.isOther ||
      before.isAnd && part.isPlace === true && units.at(-1)?.isPlace === true;
    for (let last = units.length - 1; isOther && units[last]?.isListed; last--) {
      units[last] = { ...units[last]!, isOther };
    }
    const [last, isAdjacent] = [units.at(-1), lastEnd === start];
    const unit: Unit = {
      ...part,
      isWeak: isWeak(named) ||
        length === 1 && [token.word, spelled[at - 1] ?? ""].some((word) => weakWords.has(word)),
      isAfterwards: named?.isAsked === true &&
        part.meanings.some(({ name }) => name === "Career Transition"),
      // "Don't want to get out" still finds people who help with leaving the Army.
      isRefused: before.isRefused && !named?.isAsked,
      isOther: isOther || token.isBehindSlash || areExclusive(last?.pair?.[1] ?? last, part),
      isListed: token.isBehindComma && areAlike(last, part),
    };
    const pair = isAdjacent && last && !unit.isOther ? pairOf(last, unit) : undefined;
    if (pair !== undefined) units.pop();
    units.push(pair ?? unit);
    lastEnd = at;
    before = nothingBefore;
    isBehindPlace = isPlace;
    isPlace &&= !isNamed;
  }
  return units.flatMap((unit, at) => {
    const next = units[at + 1];
    const isInList = unit.isOther && isWhere(units[at - 1]) || next?.isOther && isWhere(next);
    return unit.pair === undefined || isInList ? [unit] : unit.pair;
  });
}

function isWhere(unit: Unit | undefined): boolean {
  return unit?.isPlace === true || unit?.meanings[0]?.kind === "post";
}

/** "Reno, Nevada or Boise, Idaho" are two places, not one place in either state. */
function pairOf(city: Unit, state: Unit): Unit | undefined {
  const isCity = !city.pair && !city.isWeak && city.meanings.every(({ kind }) => kind === "post");
  const [meaning] = state.meanings;
  const code = meaning?.kind === "state" ? stateOf(meaning.name) : undefined;
  if (!isCity || code === undefined) return undefined;
  return { ...city, ...partInState(city, state, code), pair: [city, state] };
}

/** Whether two may be in one list: values of one kind, or places, which plain words may be, too. */
function areAlike(one: Part | undefined, other: Part): boolean {
  const kindOf = ({ meanings: [likeliest] }: Part) =>
    likeliest === undefined || likeliest.kind === "state" ? "post" : likeliest.kind;
  return one !== undefined && kindOf(one) === kindOf(other);
}

const besidePlaces: ReadonlySet<string> = new Set(["area", "the"]);
/** "In Dallas or Houston". */
const joining: ReadonlySet<string> = new Set([...alternatives, "and"]);
/** "In ok", not "near me". */
const beforeStates: ReadonlySet<string> = new Set([...joining, "in"]);
/** "Moving to", "stationed at". */
const isMove = /^(?:to|at)$/;

/** "80s and 90s" are people of either, "after 2005 and before 2010" of both. */
function areDecades(one: Part | undefined, other: Part): boolean {
  return [one, other].every((part) =>
    part?.meanings.some(({ kind, name }) => kind === "classYear" && name.startsWith("of "))
  );
}

/** Any battalion is weak; HRC is a specific one. */
function isWeak(named: Named | undefined): boolean {
  return named?.meanings.every(({ kind, name }) => kind === "unit" && !name.includes(" ")) === true;
}

/** Whether these words have their usual meaning: "in" does, "IN" or a longer name doesn't. */
function isModifier(found: number, length: number, { isCapital }: Token, named?: Named): boolean {
  return found > length || found === length && length === 1 && !(isCapital && named !== undefined);
}

/** Values of which a member has only one, such as a branch: "Infantry, armor" means either. */
function areExclusive(one: Part | undefined, { meanings }: Part): boolean {
  const before = one?.meanings ?? [];
  const kind = before[0]?.kind;
  return kind !== undefined && exclusive.has(kind) && meanings.length > 0 &&
    [...before, ...meanings].every((meaning) => meaning.kind === kind) &&
    !before.some(({ name }) => meanings.some((meaning) => meaning.name === name));
}

const exclusive: ReadonlySet<Kind> = new Set<Kind>(["armyBranch", "dutyStatus", "rank", "state"]);

/** Units as parts, each once: "or" joins one to the part before, "not" excludes it. */
function gathered(units: readonly Unit[]): ParsedText {
  const parts: Part[] = [];
  const without: Wanted[] = [];
  const seen = new Set<string>();
  let isRefused = false;
  for (const { isOther, isRefused: isNotWanted, ...unit } of units) {
    const { typed, any, meanings, inWords, isPlace } = unit;
    const part = { typed, any, meanings, ...inWords && { inWords }, ...isPlace && { isPlace } };
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

/** One part that either of two matches. */
function either(one: Part, other: Part): Part {
  const joined = {
    typed: `${one.typed} or ${other.typed}`,
    any: [one, other].flatMap((part) =>
      part.meanings.length === 0 && !part.isPlace ? allWords(part) : part.any
    ),
    meanings: [...one.meanings, ...other.meanings],
    ...one.isPlace && other.isPlace && { isPlace: true },
  };
  if (one.inWords === undefined && other.inWords === undefined) return joined;
  return { ...joined, inWords: [{ ...joined, any: [one, other].flatMap(allWords) }] };
}

function allWords({ any, inWords }: Part): Wanted[] {
  return [...any, ...(inWords ?? []).flatMap(allWords)];
}
