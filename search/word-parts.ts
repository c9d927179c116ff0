/** A word or name of a question, as a part of the parsed text. */
import { weakWords, wordsNotAbbreviations } from "../events/army-words/questions.ts";
import { fillers } from "../events/search-vocabulary.ts";
import { allowedTypos, typosBetween, type Wanted } from "./match-word.ts";
import { otherNumber } from "./phrases.ts";
import { isToken } from "./named-things.ts";
import type { Named, Synonyms } from "./synonyms.ts";
import { address } from "./text.ts";
import type { Part, Token } from "./part.ts";

/** Several words that are one name: its token, then related words, then its words. */
export function phrasePart(tokens: readonly Token[], named: Named, synonyms: Synonyms): Part {
  const typed = tokens.map((token) => token.typed).join(" ");
  const own = named.isAsked ? [] : tokens.filter(({ word }) => !isFillerOrWeak(word))
    .map((token) => wordPart(token, { named: synonyms.namedAt([token.word], 0), isLast: false }));
  const part = { typed, any: tokensOf(named), meanings: named.meanings };
  return withOthers(part, [...nearOf(part, named, own)]);
}

interface Around {
  readonly named: Named | undefined;
  /** Its name if spelled correctly. */
  readonly like?: Named | undefined;
  readonly spelled?: string | undefined;
  readonly isLast: boolean;
  readonly next?: string | undefined;
}

export function wordPart(token: Token, around: Around): Part {
  const { word, typed, isCapital } = token;
  const { named, like, spelled = word, isLast, next = "" } = around;
  if (like !== undefined && !(like.isAbbreviation && spelled.length <= longestSurelyTyped)) {
    // The last word may be unfinished, so its typos are searched, too.
    const isSure = isLast && typosBetween(word, spelled) <= allowedTypos(word.length);
    const any = isLast ? wordForms(word, true, undefined) : [exactly(word)];
    const meanings = isSure ? like.meanings : [];
    return withOthers({ typed: isSure ? spelled : typed, any, meanings }, [{
      typed: spelled,
      any: [...wordForms(word, false, undefined), ...wordForms(spelled, false, like)],
      meanings: like.meanings,
    }]);
  }
  const isOrdinary = wordsNotAbbreviations.has(word);
  // "MI" doesn't begin Mia; "sam" may begin Samuel, even if SAM is an abbreviation.
  const isWhole = named?.isAbbreviation === true && (isCapital || !isOrdinary) &&
    (word.length === 2 || typed === typed.toUpperCase());
  // "IT" isn't "it", engineer officers are of that branch, and cadets have that role.
  const isMeant = isCapital && isOrdinary || isOf(named, "#role") ||
    isOf(named, "#armyBranch") && /^officers?$/.test(next);
  const any = isMeant && named !== undefined
    ? tokensOf(named)
    : wordForms(word, isLast && !isWhole, named);
  const part = { typed, any, meanings: named?.meanings ?? [] };
  return withOthers(part, nearOf(part, named, []));
}

/** A shorter abbreviation is never a misspelling: "flew" isn't FLEP. */
const longestSurelyTyped = 4;

function withOthers(part: Part, inWords: readonly Part[]): Part {
  return inWords.length > 0 ? { ...part, inWords } : part;
}

/** Parts related to a name, then the others. */
function nearOf({ typed, meanings }: Part, named: Named | undefined, others: readonly Part[]) {
  const near = (named?.near ?? []).filter((word) => !isFillerOrWeak(word)).map(exactly);
  return near.length === 0 ? others : [withOthers({ typed, any: near, meanings }, others)];
}

function isFillerOrWeak(word: string): boolean {
  return fillers.has(word) || weakWords.has(word);
}

function isOf(named: Named | undefined, kind: string): boolean {
  return named?.tokens.some((token) => token.startsWith(kind)) ?? false;
}

function tokensOf({ tokens }: Named): Wanted[] {
  return tokens.filter((token) => isToken(token) || /\d/.test(token)).map(exactly);
}

/** A word as typed, in its other number, and what it names. */
function wordForms(word: string, isPrefix: boolean, named: Named | undefined): Wanted[] {
  if (word === address) return [{ word, isPrefix, isExact: false }];
  const others = new Set([otherNumber(word), ...named?.tokens ?? []]);
  others.delete(word);
  const isPlural = otherNumber(word).length < word.length;
  // "LTCs" is right, not "LTs".
  // A year is never another year misspelled.
  const isExact = named !== undefined && (!isPrefix || isPlural) || year.test(word);
  return [{ word, isPrefix: isPrefix && !isExact, isExact }, ...[...others].map(exactly)];
}

const year = /^(?:19|20)\d\d$/;

export function exactly(word: string): Wanted {
  return { word, isPrefix: false, isExact: true };
}
