/** Places as people write them: their state, other forms of their words, and initials. */
import { placeForms, states } from "../events/search-vocabulary.ts";
import { words } from "./text.ts";

const codeByName = new Map(
  Object.entries(states).map(([code, name]) => [words(name).join(" "), code]),
);
const longestName = 3;

/** Words before the place where someone is. */
export const placing: ReadonlySet<string> = new Set(
  "around in live lives living located near".split(" "),
);

/** The word of documents whose place has this word, which no one can type: for "in Dallas". */
export function placeToken(word: string): string {
  return `#in${word.replace("#", "")}`;
}

/** Short and long forms of a place's words: "Ft." and "Fort". */
export function formsIn(place: string): string[][] {
  return words(place).flatMap((word) => {
    const other = placeForms.get(word);
    return other === undefined ? [] : [[word, other]];
  });
}

export function stateOf(place: string): string | undefined {
  const code = codeIn(place) ?? "";
  return states[code] === undefined ? codeNamedIn(place) : code;
}

/** A state's code as people write it: after a comma, alone, or in capitals at the end. */
function codeIn(place: string): string | undefined {
  const text = place.replace(/\b([A-Za-z])\.\s?([A-Za-z])\./g, "$1$2").trim();
  const [, behindComma, alone, atEnd] =
    /(?:,\s*([A-Za-z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*(?:,\s*USA?)?$)|^([A-Z]{2})$|\p{Ll}.*\s([A-Z]{2})$/u
      .exec(text) ?? [];
  return (behindComma ?? alone ?? atEnd)?.toUpperCase();
}

/** The longest state name at the end of a part: "West Virginia" is not "Virginia". */
function codeNamedIn(place: string): string | undefined {
  for (const part of place.split(",")) {
    const own = words(part);
    for (let length = longestName; length > 0; length--) {
      const found = codeByName.get(own.slice(-length).join(" "));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Initials of a place: "dfw" for "Dallas-Fort Worth", and "nyc" for a city with its state's name. */
export function initialsOf(place: string): string[] {
  const [name = ""] = place.split(/[,(]/);
  const own = words(name);
  if (own.length < 2) return [];
  const initials = own.map((word) => [...word][0]).join("");
  return codeByName.has(own.join(" ")) ? [initials, `${initials}c`] : [initials];
}
