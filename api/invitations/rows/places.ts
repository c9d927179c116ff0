import { cities, posts } from "../../../events/army-words/posts.ts";
import { states } from "../../../events/search-vocabulary.ts";
import { words } from "../../../search/text.ts";
import { isSingleCase, oneLine, properCase } from "./names.ts";

const codeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(states).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [words(name).join(" "), code],
  ]),
);

/** Places by their short names: "jblm", "nyc". Two letters are left out: they are more often a state. */
const placeNames: ReadonlyMap<string, string> = new Map(
  [...posts, ...cities].flatMap(({ name, names }) =>
    names.filter((each) => /^[A-Z]{3,}$/.test(each)).map((each) => [each.toLowerCase(), name])
  ),
);

/** The code of a state, by its code or its name. */
export function readState(cell: string): string | undefined {
  return cell.length > 100 ? undefined : codeOf.get(words(cell.replaceAll(".", "")).join(" "));
}

/** A place from one cell, or from cells with a city, a state and a country. Empty for none. */
export function joinPlace(city: string, state: string, country: string): string {
  const town = placeOf(city);
  const code = readState(state);
  const abroad = /^(?:us|usa|u\.s\.a?\.|united states(?: of america)?)$/i.test(country.trim())
    ? ""
    : placeOf(country);
  const hasState = code !== undefined && new RegExp(`,\\s*${code}\\b`, "i").test(town);
  const region = hasState
    ? ""
    : town === "" && code !== undefined
    ? states[code] ?? ""
    : code ?? placeOf(state);
  return [town, region, abroad].filter((part) => part !== "").join(", ");
}

/** Whether a cell has a short name of a place. */
export function isShortPlace(cell: string): boolean {
  return cell.length < 100 && words(cell).some((word) => placeNames.has(word));
}

/** A place in usual case, with long names: "FORT WORTH, TX" is "Fort Worth, TX", "JBLM" Joint Base Lewis-McChord. */
export function placeOf(cell: string): string {
  // A ZIP code says more about a home than a directory needs.
  const text = oneLine(cell).replace(/(\p{L}),? \d{5}(?:-\d{4})?$/u, "$1");
  const isUncased = isSingleCase(text);
  return text.split(/(, *)/).map((part, at) =>
    part.replace(/[^\s,]+/g, (word) => {
      const isCode = codeOf.get(word.toLowerCase()) === word.toUpperCase();
      if (
        isCode &&
        (at > 0 && part.length === 2 && isUncased || codeOf.get(text.toLowerCase()) === text)
      ) {
        return word.toUpperCase();
      }
      const name = placeNames.get(word.toLowerCase());
      if (name !== undefined) return name;
      return isUncased && !isAbbreviation(word) ? properCase(word) : word;
    })
  ).join("");
}

/** Capitals without vowels, and usual abbreviations; "FT" and "ST" are short for words. */
function isAbbreviation(word: string): boolean {
  return /^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(word) && !/^(?:FT|ST|MT|PT|STN)$/.test(word) ||
    /^(?:APO|FPO|AFB|USMA|USA|UAE|UK|SHAPE|NATO|AE|AP|JRTC|OCONUS|CONUS|HQDA|SE|NE)$/.test(word);
}
