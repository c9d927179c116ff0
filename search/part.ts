import type { Wanted } from "./match-word.ts";
import type { Meaning } from "./named-things.ts";
import type { TypedWord } from "./text.ts";

/** One thing asked for: a document matches by any of its words. */
export interface Part {
  /** As typed: one word, or several that mean one thing. */
  readonly typed: string;
  readonly any: readonly Wanted[];
  /** Its meanings, likeliest first; none for a plain word. */
  readonly meanings: readonly Meaning[];
  /** Alternatives if no document matches the part: related words, its own words, or the name it resembles. */
  readonly inWords?: readonly Part[];
}

export interface Token extends TypedWord {
  /** Whether it is in capitals, in a text that isn't all in capitals. */
  readonly isCapital: boolean;
}
