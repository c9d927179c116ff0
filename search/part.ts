import type { Wanted } from "./match-word.ts";
import type { Kind, Meaning } from "./named-things.ts";
import type { TypedWord } from "./text.ts";

export interface Part {
  /** As typed: one word, or several that name one thing. */
  readonly typed: string;
  readonly any: readonly Wanted[];
  /** Its meanings, likeliest first; none for a plain word. */
  readonly meanings: readonly Meaning[];
  /**
   * Alternatives if no document matches the part: related words, its own words, or the name it
   * resembles.
   */
  readonly inWords?: readonly Part[];
  /** Whether it is a place where people are: "in Dallas". */
  readonly isPlace?: boolean;
}

export interface Token extends TypedWord {
  /** Whether it is in capitals, in a text that isn't all in capitals. */
  readonly isCapital: boolean;
}

export const maxParts = 32;

/** The parts to search for. @param isFound Whether any document has a word of a part. */
export function partsIn(parts: readonly Part[], isFound: (part: Part) => boolean): Part[] {
  return parts.flatMap((part) =>
    part.inWords === undefined || isFound(part) ? part : partsIn(part.inWords, isFound)
  ).slice(0, maxParts);
}

/**
 * Weight of a part in a relaxed search: rarer is heavier. A named thing outweighs every plain word;
 * a branch, topic or job outweighs places, ranks and class years.
 *
 * @param everyone Number of documents.
 * @param having Number of documents that match it.
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

/** Kinds that only describe where and how someone serves. */
const circumstances: ReadonlySet<Kind> = new Set<Kind>(["classYear", "post", "state", "rank"]);
