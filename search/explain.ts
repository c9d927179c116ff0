/** Why a profile was found: which of its public words match a text, and in which fields. */
import { allowedTypos, typosBetween, type Wanted } from "./match-word.ts";
import type { ProfileDocument } from "./project-document.ts";
import { type SearchedText, searchedTexts } from "./searched-texts.ts";
import type { Synonyms } from "./synonyms.ts";
import { words, writtenWords } from "./text.ts";
import type { Part } from "./part.ts";
import { parseText } from "./parse-text.ts";

export interface Explanation {
  /**
   * The profile's matching words, folded, each once: for each part those with the fewest typos. For
   * a match by a synonym, the profile's own words.
   */
  readonly words: readonly string[];
  /** Without names, which are marked in place. */
  readonly reasons: readonly Reason[];
}

export interface Reason {
  /** Name of the field; `null` if the text explains itself. */
  readonly field: string | null;
  /** The matching text, or a piece of a long one. */
  readonly text: string;
}

const fieldNames: Readonly<Record<SearchedText["field"], string | null>> = {
  inPlace: null,
  name: null,
  jobTitle: null,
  company: null,
  specialty: null,
  place: null,
  topics: "Help topics",
  positions: "Previous positions",
  schools: "Army schools",
  expertise: "Areas of expertise",
  bio: "Bio",
};

/** Explains one text for any number of documents; `undefined` if the text asks for nothing. */
export function createExplainer(
  text: string,
  synonyms: Synonyms,
): ((document: ProfileDocument) => Explanation) | undefined {
  const { parts } = parseText(text, synonyms);
  if (parts.length === 0) return undefined;

  return (document) => {
    const texts = searchedTexts(document, synonyms);
    const allMatches = (part: Part): Match[][] => {
      const matches = bestMatches(part, texts);
      return matches.length > 0 || part.inWords === undefined
        ? [matches]
        : part.inWords.flatMap(allMatches);
    };
    const found = parts.flatMap(allMatches);
    const reasons: Reason[] = [];
    for (const [first] of found) {
      if (first === undefined) continue;
      const { text: { field, text }, marked } = first;
      if (field === "name") continue;
      const piece = pieceAround(text, marked);
      const isSaid = reasons.some((one) =>
        one.text === piece || words(one.text).some((word) => marked.includes(word))
      );
      if (!isSaid) reasons.push({ field: fieldNames[field], text: piece });
    }
    const marked = found.flat().flatMap((match) => match.marked);
    return { words: [...new Set(marked)], reasons };
  };
}

interface Match {
  readonly text: SearchedText;
  readonly marked: readonly string[];
}

/** The matches of a part with the fewest typos, best field first. */
function bestMatches({ any }: Part, texts: readonly SearchedText[]): Match[] {
  let found = matchesOf(texts, (word) => any.some((wanted) => isMatch(wanted, word)));
  const typed = any.filter(({ isExact }) => !isExact);
  const most = Math.max(0, ...typed.map(({ word }) => allowedTypos([...word].length)));
  for (let typos = 1; found.length === 0 && typos <= most; typos++) {
    found = matchesOf(texts, (word) => typed.some((wanted) => compare(wanted, word) === typos));
  }
  return found;
}

/** Plain loops, because a page has thousands of words, and nearly none match. */
function matchesOf(texts: readonly SearchedText[], isMatch: (word: string) => boolean): Match[] {
  const found: Match[] = [];
  for (const text of texts) {
    for (const word of text.own) if (isMatch(word)) found.push({ text, marked: [word] });
    for (const { words: further, marks } of text.knownAs) {
      // In a long text mark only the words with the same meaning: "texas" for "TX". In a value,
      // mark all words.
      if (further.some(isMatch)) {
        found.push({ text, marked: marks.length > 0 ? marks : words(text.text) });
      }
    }
  }
  return found;
}

function isMatch({ word: wanted, isPrefix }: Wanted, word: string): boolean {
  return isPrefix ? word.startsWith(wanted) : word === wanted;
}

/** Typos between words; Infinity for too many. */
function compare(wanted: Wanted, word: string): number {
  const most = allowedTypos(wanted.word.length);
  if (most === 0 || Math.abs(wanted.word.length - word.length) > most) return Infinity;
  const typos = typosBetween(wanted.word, word);
  return typos <= allowedTypos([...wanted.word].length) ? typos : Infinity;
}

const lettersBefore = 16;
const lettersAfter = 70;

/** A short piece of a text around the first of some words, cut between words. */
function pieceAround(text: string, some: readonly string[]): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= lettersBefore + lettersAfter) return plain;
  const match = [...plain.matchAll(writtenWords)].find(([word]) =>
    words(word).some((one) => some.includes(one))
  );
  const at = match?.index ?? 0;
  const from = at <= lettersBefore ? 0 : plain.indexOf(" ", at - lettersBefore) + 1;
  const start = from > at ? at : from;
  const after = at + (match?.[0].length ?? 0) + lettersAfter;
  const end = after >= plain.length ? plain.length : plain.lastIndexOf(" ", after);
  const stop = end <= at ? Math.min(after, plain.length) : end;
  const piece = plain.slice(start, stop).toWellFormed();
  return `${start > 0 ? "… " : ""}${piece}${stop < plain.length ? " …" : ""}`;
}
