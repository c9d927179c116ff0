/** Codes free texts for statistics: sector, state, "abroad", `other`. Codes are coarse for privacy. */
import { states } from "../search-vocabulary.ts";

/** The first match wins, so narrower words come first. */
const sectors: readonly (readonly [code: string, words: RegExp])[] = [
  ["defense", /\b(defen[cs]e|military|army|aerospace|intelligence)\b/],
  ["government", /\b(government|federal|public (sector|service|administration)|policy|state)\b/],
  ["health", /\b(health|healthcare|medic\w*|hospital|pharma\w*|biotech\w*|nurs\w*)\b/],
  ["finance", /\b(financ\w*|bank\w*|invest\w*|insurance|accounting|private equity)\b/],
  ["technology", /\b(tech\w*|software|cyber\w*|information|it|data|telecom\w*)\b/],
  ["energy", /\b(energy|oil|gas|utilit\w*|petroleum|mining)\b/],
  ["manufacturing", /\b(manufactur\w*|engineering|industrial|automotive|construction)\b/],
  ["logistics", /\b(logistic\w*|supply chain|transport\w*|aviation|airline\w*|shipping)\b/],
  ["education", /\b(educat\w*|university|teach\w*|academi\w*|research)\b/],
  ["law", /\b(law|legal|attorney)\b/],
  ["consulting", /\b(consult\w*|professional services)\b/],
  ["real-estate", /\b(real estate|property)\b/],
  ["consumer", /\b(retail|sales|hospitality|food|consumer|marketing|media|entertainment|sports)\b/],
  ["nonprofit", /\b(non-?profit|charit\w*|ministry|religio\w*)\b/],
];

/** By lower-case code and name. Without four small territories, which would identify people. */
const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(states).filter(([code]) => !["AS", "GU", "MP", "VI"].includes(code))
    .flatMap(([code, name]) => [[code.toLowerCase(), code], [name.toLowerCase(), code]]),
);

export function codeIndustry(industry: string | null): string | null {
  if (industry === null) return null;
  const folded = industry.toLowerCase();
  return sectors.find(([, words]) => words.test(folded))?.[0] ?? "other";
}

/** `US-TX` for a text that ends in a state's name or code, otherwise `other`. */
export function codeRegion(location: string | null): string | null {
  if (location === null) return null;
  const parts = location.toLowerCase().split(",").map((part) => part.trim()).filter(
    (part) => !["", "usa", "us", "united states", "d.c."].includes(part),
  );
  const state = codes.get((parts.at(-1) ?? "").replace(/ \d{5}(-\d{4})?$/, ""));
  return state === undefined ? "other" : `US-${state}`;
}

/**
 * The years in a class year: `2018` or `2005-2007`. `null` for any other text, since it may name
 * someone.
 */
export function codeClassYears(classYear: string | null): string | null {
  const years = /^(\d{4})(?:\s*[-\u2013]\s*(\d{4}|present))?$/i.exec(classYear?.trim() ?? "");
  if (years === null) return null;
  const [, from, to] = years;
  return to === undefined ? `${from}` : `${from}-${to.toLowerCase()}`;
}
