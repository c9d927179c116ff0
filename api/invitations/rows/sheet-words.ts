import { knownAs } from "../../../events/army-words.ts";
import type { Topics } from "../../../events/program/topics.ts";
import type { Synonyms } from "../../../search/synonyms.ts";
import { words } from "../../../search/text.ts";
import { type ArmyField, type ArmyWords, createArmyReader } from "./choices.ts";
import { createLexicon, type Lexicon, readNames } from "./lexicon.ts";

export type SheetWords = ReturnType<typeof createSheetWords>;

/** What the words of one spreadsheet's cells mean. The same few come again and again: each is read once. */
export function createSheetWords(topics: Topics, synonyms?: Synonyms) {
  const read = createArmyReader(synonyms?.added);
  const industries = createLexicon(knownAs.industry, synonyms?.added);
  const topicNames = createLexicon(knownAs.helpTopics, synonyms?.added);
  const army = once((key) => {
    const at = key.indexOf(":");
    return read(key.slice(0, at) as ArmyField, key.slice(at + 1));
  });
  return {
    army: (field: ArmyField, cell: string): ArmyWords => army(`${field}:${cell}`),
    /** An industry in the words that others have for it; another text is one as it stands. */
    industry: once((text) => theOne(text, industries) ?? text),
    /** The stored form of a topic that a text names. */
    topic: once((text) => topics.named(text) ?? theOne(text, topicNames)),
  };
}

const longest = 200;
const fillers = new Set("and of the industry sector services help with advice in my a".split(" "));

function theOne(text: string, lexicon: Lexicon): string | undefined {
  if (text.length > longest) return undefined;
  const { values, isWhole } = readNames(words(text), [lexicon], (word) => fillers.has(word));
  const [value, ...more] = values.get(lexicon) ?? [];
  return isWhole && more.length === 0 ? value ?? undefined : undefined;
}

function once<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text) as T;
  };
}
