/** Words behind "in" or "near", and cities with their state, as parts of the parsed text. */
import { weakWords } from "../events/army-words/questions.ts";
import { fillers, states } from "../events/search-vocabulary.ts";
import type { Wanted } from "./match-word.ts";
import { literal } from "./named-things.ts";
import type { Part, Token } from "./part.ts";
import { placeToken } from "./places.ts";
import type { Synonyms } from "./synonyms.ts";
import { words } from "./text.ts";
import { exactly } from "./word-parts.ts";

/** "In Dallas": people who are there come before an employer or a name with this word. */
export function partInPlace(part: Part, some: readonly Token[]): Part {
  if (part.meanings.some(({ kind }) => kind !== "post" && kind !== "state")) return part;
  return { ...part, any: [exactly(tokenOfPlace(some)), ...part.any], isPlace: true };
}

/** "In San Antonio" is one place; if no one is there, its words are. */
export function partOfPlace(some: readonly Token[], inWords: readonly Part[]): Part {
  const typed = some.map((token) => token.typed).join(" ");
  return { typed, any: [exactly(tokenOfPlace(some))], meanings: [], inWords, isPlace: true };
}

/** "Portland me" is in Maine if someone is there; otherwise "me" means nothing. */
export function partOrInState(part: Part, code: Token): Part {
  return {
    typed: `${part.typed} ${code.typed}`,
    any: [tokenInState(part, code.word)],
    meanings: [],
    inWords: [part],
    isPlace: true,
  };
}

/** "Portland, Oregon": if no one is there, its words are. */
export function partInState(city: Part, state: Part, code: string): Part {
  return {
    typed: `${city.typed}, ${state.typed}`,
    any: [tokenInState(city, code)],
    meanings: [],
    inWords: [city, state],
    isPlace: true,
  };
}

function tokenInState({ typed }: Part, code: string): Wanted {
  return exactly(placeToken(literal([...words(typed).slice(-1), ...words(code)])));
}

/** "In" and "me" are codes of states, but only at the end of a text. */
export function isStateAndFiller(word: string): boolean {
  return fillers.has(word) && states[word.toUpperCase()] !== undefined;
}

/** Number of tokens that may be further words of a place: up to a comma, a filler or a name. */
export function furtherWordsOfPlace(tokens: readonly Token[], synonyms: Synonyms): number {
  const all = tokens.map(({ word }) => word);
  const end = tokens.findIndex(({ word, isBehindComma, isBehindSlash }, at) =>
    isBehindComma || isBehindSlash || fillers.has(word) || weakWords.has(word) ||
    synonyms.namedAt(all, at) !== undefined
  );
  return end === -1 ? tokens.length : end;
}

function tokenOfPlace(some: readonly Token[]): string {
  return placeToken(literal(some.map(({ word }) => word)));
}
