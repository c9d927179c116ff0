/**
 * Places as people write them: the state that one is in, other forms of its words, and its initials.
 *
 * @module
 */
import { placeForms, states } from "../events/search-vocabulary.ts";
import { words } from "./text.ts";

const codeByName = new Map(
  Object.entries(states).map(([code, name]) => [words(name).join(" "), code]),
);
const longestName = 3;

/** Short and long forms of words of a place: "Ft." and "Fort". */
export function formsIn(place: string): string[][] {
  return words(place).flatMap((word) => {
    const other = placeForms.get(word);
    return other === undefined ? [] : [[word, other]];
  });
}

/** The code of the state that a place is in. */
export function stateOf(place: string): string | undefined {
  const code = codeIn(place) ?? "";
  return states[code] === undefined ? codeNamedIn(place) : code;
}

/**
 * The code of a state as people write it: behind a comma, alone, or in capitals at the end. Elsewhere
 * "in", "or" and "me" are words.
 */
function codeIn(place: string): string | undefined {
  const text = place.replace(/\b([A-Za-z])\.\s?([A-Za-z])\./g, "$1$2").trim();
  const [, behindComma, alone, atEnd] =
    /(?:,\s*([A-Za-z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*(?:,\s*USA?)?$)|^([A-Z]{2})$|\p{Ll}.*\s([A-Z]{2})$/u
      .exec(text) ?? [];
  return (behindComma ?? alone ?? atEnd)?.toUpperCase();
}

/** The state whose name a part between commas ends with, the longest: "West Virginia" is not "Virginia". */
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

/**
 * The initials of a place's name: "Dallas-Fort Worth" is "dfw". A city that is called as its state is told
 * from it by "City", so "New York" is "nyc", too.
 */
export function initialsOf(place: string): string[] {
  const [name = ""] = place.split(/[,(]/);
  const own = words(name);
  if (own.length < 2) return [];
  const initials = own.map((word) => [...word][0]).join("");
  return codeByName.has(own.join(" ")) ? [initials, `${initials}c`] : [initials];
}
