import { states } from "../../../events/search-vocabulary.ts";
import { words } from "../../../search/text.ts";
import { oneLine } from "./names.ts";
import { isShouted, properCase } from "./proper-case.ts";

const codeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(states).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [words(name).join(" "), code],
  ]),
);

/** The code of a state, by its code or its name. */
export function readState(cell: string): string | undefined {
  return cell.length > 100 ? undefined : codeOf.get(words(cell.replaceAll(".", "")).join(" "));
}

/** A place of one cell, or of a city, a state and a country in cells of their own. Empty for none. */
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

/** As written, but for shouting: "FORT WORTH, TX" is "Fort Worth, TX". */
export function placeOf(cell: string): string {
  // A ZIP code says where somebody lives more closely than a directory needs.
  const text = oneLine(cell).replace(/(\p{L}),? \d{5}(?:-\d{4})?$/u, "$1");
  if (!isShouted(text) || codeOf.get(text.toLowerCase()) === text) return text;
  return text.split(/(, *)/).map((part, at) =>
    at > 0 && part.length === 2 && codeOf.has(part.toLowerCase())
      ? part.toUpperCase()
      : part.replace(/\S+/g, (word) =>
        codeOf.get(word.toLowerCase()) === word ? word : properCase(word))
  ).join("");
}
