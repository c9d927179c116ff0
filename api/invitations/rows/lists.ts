import { knownAs } from "../../../events/army-words.ts";
import { type EntryField, maxLengthOf } from "../../../events/members/profile-fields.ts";
import type { Topics } from "../../../events/program/topics.ts";
import { helpTopics } from "../../../events/vocabulary.ts";
import { words } from "../../../search/text.ts";
import { createLexicon, type Lexicon, readNames } from "./lexicon.ts";

/** What is written where there is nothing to say. */
export function isNothing(cell: string): boolean {
  return cell.length < 20 && nothing.test(cell.trim());
}

const nothing =
  /^(?:|[-–—.?*_/x]+|#?n\.?\/?a\.?|none|null|nil|unknown|unk|not (?:available|provided|given|known)|no email|no phone|no)$/i;

const industryNames = createLexicon(Object.keys(knownAs.industry), knownAs.industry);
const topicNames = createLexicon(helpTopics, knownAs.helpTopics);
const fillers = new Set([
  "and",
  "of",
  "the",
  "industry",
  "sector",
  "services",
  "help",
  "with",
  "advice",
  "in",
  "my",
  "a",
]);

/** An industry in the words that others have for it; another text is one as it stands. */
export function readIndustry(cell: string): string {
  return theOne(cell, industryNames) ?? cell;
}

/** The stored form of a topic that a text names; `undefined` for none. */
export function readTopic(text: string, topics: Topics): string | undefined {
  return topics.named(text) ?? theOne(text, topicNames);
}

function theOne(text: string, lexicon: Lexicon): string | undefined {
  if (text.length > longest) return undefined;
  const { values, isWhole } = readNames(words(text), [lexicon], (word) => fillers.has(word));
  const [value, ...more] = values.get(lexicon) ?? [];
  return isWhole && more.length === 0 ? value ?? undefined : undefined;
}

const longest = 200;
const maxEntries = 50;

/** Of a list's cell its entries: one a line, or between bars or semicolons; commas divide all but positions. */
export function entriesOf(name: EntryField | "helpTopics", cell: string): string[] {
  const divider = /[|;\n\r]/.test(cell) || name === "previousPositions" ? /[|;\r\n•]/ : /[,•]/;
  const all = cell.split(divider).map((text) => text.replace(/^\s*-\s+/, "").trim());
  return [...new Set(all.filter((text) => !isNothing(text)))];
}

/** Of some entries those that a profile takes, and the others. */
export function fitting(name: EntryField | "helpTopics", entries: readonly string[]) {
  const fits = (text: string, at: number) => at < maxEntries && text.length <= maxLengthOf(name);
  return {
    taken: entries.filter(fits),
    left: entries.filter((text, at) => !fits(text, at)),
  };
}
