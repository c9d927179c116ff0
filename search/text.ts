/**
 * Text folding, tokens and collation. Documents and queries use the same functions, so that they
 * match.
 */

/** Replaces an email address in a query. It has no letter, so no document resembles it. */
export const address = "@";

/** Number of letters of a word that count. The rest is cut off in documents and queries. */
export const maxWordLength = 30;

/** Number of words of a query that count. Limits the work of one request. */
export const maxQueryWords = 32;

/** Maximum length of a query's text, as typed: room for all words that count. */
export const maxQueryLength = 2 * maxQueryWords * maxWordLength;

/** Lower case without diacritics: `Łódź` and `LODZ` are `lodz`, `ﬁne` is `fine`. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text.normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .replace(undecomposed, (letter) => replacements[letter] ?? letter);
}

/** The folded runs of letters and digits, in order, with repetitions. "Don't" becomes "dont". */
export function words(text: string): string[] {
  const found = fold(text).replace(contractions, "$1").match(runs) ?? [];
  return found.map((word) => word.length <= maxWordLength ? word : cut(word));
}

/**
 * The last word is also a prefix, since it may be unfinished. An email address becomes `address`,
 * which no document has: no one is found by an address or a piece of one.
 */
export function queryWords(text: string): string[] {
  const asked = fold(text.slice(0, maxQueryLength));
  const found = asked.includes("@")
    ? asked.split(aroundAddresses).flatMap((part) => isAddress(part) ? [address] : words(part))
    : words(asked);
  return found.slice(0, maxQueryWords);
}

export function hasAddress(text: string): boolean {
  return text.normalize("NFKC").includes("@") && queryWords(text).includes(address);
}

export interface TypedWord {
  readonly word: string;
  readonly typed: string;
  /** "cyber/signal" */
  readonly isBehindSlash: boolean;
  readonly isBehindComma: boolean;
}

/** The words of a query, folded separately where folding changes their number. */
export function typedWords(text: string): TypedWord[] {
  const folded = queryWords(text);
  const typed = text.slice(0, maxQueryLength).split(aroundAddresses).flatMap((part) =>
    isAddress(fold(part)) ? [part] : part.match(slashedWords) ?? []
  );
  const agree = typed.length >= folded.length &&
    folded.every((word, at) => queryWords(typed[at] ?? "").join(" ") === word);
  const commas = placesOfCommas(text.slice(0, maxQueryLength));
  return folded.map((word, at) => {
    const own = agree ? typed[at] ?? word : word;
    return {
      word,
      typed: own.replace(/^\//, ""),
      isBehindSlash: own.startsWith("/"),
      isBehindComma: commas.has(at),
    };
  });
}

/** Numbers of the words behind a comma. */
function placesOfCommas(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  let place = 0;
  for (const piece of text.split(/[,;]/).slice(0, -1)) {
    place += queryWords(piece).length;
    places.add(place);
  }
  return places;
}

function isAddress(text: string): boolean {
  const [before, ...after] = text.split("@");
  return after.length > 0 && words(before ?? "").length > 0 && words(after.join()).length > 0;
}

/** Sorts by last name, then first name, with {@link compareText}. */
export function nameKey(firstName: string, lastName: string): string {
  // The separator sorts before every letter, so that `Le` comes before `Lee`.
  return `${fold(lastName)}\u0000${fold(firstName)}`;
}

/** Code point order, equal on every machine and in every language. */
export function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return codePointRank(unitA) - codePointRank(unitB);
  }
  return a.length - b.length;
}

/** Surrogates are part of code points above every other unit, although their own value is lower. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

function cut(word: string): string {
  return [...word].slice(0, maxWordLength).join("");
}

/** Plain text is folded by lower case alone, which is fast. */
const plain = /^[ -~\n\r\t]*$/;
const marks = /\p{M}/gu;
const aroundAddresses = /[\s,;:<>()"]+/;
const runs = /[\p{L}\p{N}]+/gu;
const contractions = /['’](t|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;
/** Words as written, before folding. */
export const writtenWords =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’](?:t|re|ve|ll|d|m)(?![\p{L}\p{N}]))?/giu;
const slashedWords = new RegExp(`/?${writtenWords.source}`, "giu");

/** Letters with strokes, ligatures and variants that Unicode doesn't decompose. */
const replacements: Readonly<Record<string, string>> = {
  æ: "ae",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ŧ: "t",
  ς: "σ",
};
const undecomposed = new RegExp(`[${Object.keys(replacements).join("")}]`, "g");
