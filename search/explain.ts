/**
 * Why a profile was found: which of its words match a text, and what is said where a card does not
 * show it. It follows the definitions of a match, and knows what is public alone.
 *
 * @module
 */
import { forgiven, typosBetween } from "./match-word.ts";
import type { ProfileDocument } from "./project-document.ts";
import { searchedFields, type SearchedText, searchedTexts } from "./searched-texts.ts";
import type { Synonyms } from "./synonyms.ts";
import { words } from "./text.ts";
import { type Wanted, wantedWords } from "./wanted.ts";

/** So many help topics are on a card; those that match come first. */
const topicsOnCard = 3;

export interface Explanation {
  /**
   * The words of the profile that match, folded, each once: of each word of the text those with the
   * fewest typos. Where a value is found by what people call it, its own words.
   */
  readonly words: readonly string[];
  /** What matches and is not on the card: a piece of it, with the words above in it. */
  readonly elsewhere: readonly { readonly field: string; readonly text: string }[];
}

/** What fields that a card does not show are called on the profile. */
const elsewhereNames = {
  topics: "Help topics",
  expertise: "Areas of expertise",
  bio: "Bio",
} as const;

/** Explains one text for any number of documents; `undefined` when it has no words. */
export function createExplainer(
  text: string,
  synonyms: Synonyms,
): ((document: ProfileDocument) => Explanation) | undefined {
  const wanted = wantedWords(text);
  if (wanted.length === 0) return undefined;
  const compare = comparer();

  return (document) => {
    const texts = listTexts(document, synonyms);
    const found = wanted.map((word) => bestMatches(word, texts, compare));
    const hidden = hiddenTopics(texts, found.flat());
    const isOnCard = ({ text: { field, text } }: Match) =>
      field === "topics" ? !hidden.has(text) : field !== "expertise" && field !== "bio";
    const elsewhere: { field: string; text: string }[] = [];
    for (const matches of found) {
      const [first] = matches;
      if (first === undefined || matches.some(isOnCard)) continue;
      const { text: { field, text }, marked } = first;
      const isShown = elsewhere.some((one) =>
        words(one.text).some((word) => marked.includes(word))
      );
      if (isShown || !isElsewhere(field)) continue;
      elsewhere.push({ field: elsewhereNames[field], text: pieceAround(text, marked) });
    }
    const marked = found.flat().flatMap((match) => match.marked);
    return { words: [...new Set(marked)], elsewhere };
  };
}

interface FieldText extends SearchedText {
  readonly field: (typeof searchedFields)[number];
  readonly own: readonly string[];
}

/** A text that has a word of the query, and which of its own words say so. */
interface Match {
  readonly text: FieldText;
  readonly marked: readonly string[];
}

type Compare = (wanted: Wanted, word: string) => number;

function listTexts(document: ProfileDocument, synonyms: Synonyms): FieldText[] {
  const byField = searchedTexts(document, synonyms);
  return searchedFields.flatMap((field) =>
    byField[field].map((text) => ({ ...text, field, own: words(text.text) }))
  );
}

/** The matches of a word with the fewest typos, best field first. */
function bestMatches(wanted: Wanted, texts: readonly FieldText[], compare: Compare): Match[] {
  const exact = matchesOf(texts, (word) => isBegun(wanted, word));
  const most = forgiven([...wanted.word].length);
  let found = exact;
  for (let typos = 1; found.length === 0 && typos <= most; typos++) {
    found = matchesOf(texts, (word) => compare(wanted, word) === typos);
  }
  return found;
}

/** Plain loops: a page has thousands of words, and nearly none of them matches. */
function matchesOf(texts: readonly FieldText[], isMatch: (word: string) => boolean): Match[] {
  const found: Match[] = [];
  for (const text of texts) {
    for (const word of text.own) if (isMatch(word)) found.push({ text, marked: [word] });
    for (const group of text.knownAs) {
      for (const word of group) {
        if (isMatch(word)) found.push({ text, marked: markedBy(group, text) });
      }
    }
  }
  return found;
}

/** Of a place only what means the same: "texas" is "TX". Of other values all. */
function markedBy(group: readonly string[], { field, own }: FieldText): readonly string[] {
  const same = field === "place" ? own.filter((word) => group.includes(word)) : [];
  return same.length > 0 ? same : own;
}

function isBegun({ word: wanted, isPrefix }: Wanted, word: string): boolean {
  return isPrefix ? word.startsWith(wanted) : word === wanted;
}

/** Typos between words; Infinity for more than are forgiven. Pairs come again, so they are kept. */
function comparer(): Compare {
  const known = new Map<string, number>();
  return (wanted, word) => {
    const most = forgiven(wanted.word.length);
    if (most === 0 || Math.abs(wanted.word.length - word.length) > most) return Infinity;
    const key = `${wanted.word} ${word}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const typos = typosBetween(wanted.word, word);
    const counted = typos <= forgiven([...wanted.word].length) ? typos : Infinity;
    known.set(key, counted);
    return counted;
  };
}

/** The topics that are not on the card, where those that match come first. */
function hiddenTopics(texts: readonly FieldText[], matches: readonly Match[]): ReadonlySet<string> {
  const topics = texts.filter(({ field }) => field === "topics");
  const isMatched = (topic: FieldText) => matches.some(({ text }) => text === topic);
  const inOrder = [...topics.filter(isMatched), ...topics.filter((topic) => !isMatched(topic))];
  return new Set(inOrder.slice(topicsOnCard).map(({ text }) => text));
}

function isElsewhere(field: string): field is keyof typeof elsewhereNames {
  return Object.hasOwn(elsewhereNames, field);
}

const lettersBefore = 40;
const lettersAfter = 70;
const run = /[\p{L}\p{N}\p{M}]+/gu;

/** A short piece of a text around the first of some words, cut between words. */
function pieceAround(text: string, some: readonly string[]): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= lettersBefore + lettersAfter) return plain;
  const match = [...plain.matchAll(run)].find(([word]) =>
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
