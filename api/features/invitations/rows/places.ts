import { cities, posts } from "../../../../events/army-words/posts.ts";
import { states } from "../../../../events/search-vocabulary.ts";
import { words } from "../../../../search/text.ts";
import { isSingleCase, oneLine, properCase } from "./names.ts";

const codeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(states).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [words(name).join(" "), code],
  ]),
);

/** Short names of places: "jblm", "nyc". Two letters are left out: they are usually a state. */
const placeNames: ReadonlyMap<string, string> = new Map(
  [...posts, ...cities].flatMap(({ name, names }) =>
    names.filter((each) => /^[A-Z]{3,}$/.test(each)).map((each) => [each.toLowerCase(), name])
  ),
);

export function readState(cell: string): string | undefined {
  return cell.length > 100 ? undefined : codeOf.get(words(cell.replaceAll(".", "")).join(" "));
}

/** A place from cells with a city, a state and a country; empty without any. */
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

export function isShortPlace(cell: string): boolean {
  return cell.length < 100 && words(cell).some((word) => placeNames.has(word));
}

/** A place in usual case, with long names: "JBLM" is Joint Base Lewis-McChord. */
export function placeOf(cell: string): string {
  // A ZIP code reveals more about a home than a directory needs.
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

function isAbbreviation(word: string): boolean {
  return /^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(word) && !/^(?:FT|ST|MT|PT|STN)$/.test(word) ||
    /^(?:APO|FPO|AFB|USMA|USA|UAE|UK|SHAPE|NATO|AE|AP|JRTC|OCONUS|CONUS|HQDA|SE|NE)$/.test(word);
}
