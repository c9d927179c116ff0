/** Reads names: "Doe, Pat M.", "Pat Doe", "LTC (Ret.) Robert “Bob” O'Neill Jr.". */
import { words } from "../../../../search/text.ts";
import { rankNames } from "./choices.ts";

export interface PersonName {
  readonly firstName: string;
  readonly lastName: string;
  readonly rank?: string;
  readonly isRetired: boolean;
  readonly ignored: readonly string[];
}

export const noName: PersonName = { firstName: "", lastName: "", isRetired: false, ignored: [] };

/** The limit of an account's name. */
const maxName = 64;
const maxLength = 200;

const suffix = /^(?:jr|sr|ii|iii|iv)$/;
const degree =
  /^(?:phd|md|do|dds|dmd|jd|esq|esquire|cpa|pmp|mba|pe|rn|bsn|msn|cfa|edd|dvm|mph|mha|ms|ma|bs|ba|mpa|cissp)$/;
/** Degrees that are also names: Anh Do, Yo-Yo Ma. */
const nameOrDegree = /^(?:do|ma|ba|pe)$/;
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|rev|hon|chaplain)$/;
const service = /^(?:usa|usarmy|usar|arng|us|army|ret|retired|p)$/;
/** First words of a last name such as "de la Cruz". */
const particle =
  /^(?:de|del|della|di|da|das|dos|du|la|las|los|van|von|der|den|ter|ten|st|bin|ibn|al|el)$/;

export function readFullName(cell: string): PersonName {
  if (cell.length > maxLength) return noName;
  const found = withoutBrackets(cell);
  const parts = found.text.split(",").map((part) => part.split(" ").filter((word) => word !== ""));
  const isGivenOnly = parts.length === 2 && parts.every((part) => part.length === 1) &&
    nameOrDegree.test(plain(parts[1]?.[0]));
  const take = (part: readonly string[], isRest: boolean) =>
    isRest && isGivenOnly ? part : strip(part, isRest, found);
  const filled = parts.map((part, at) => take(part, at > 0)).filter((part) => part.length > 0);
  const [first = [], ...others] = filled;
  // "Doe, Pat"; "CPT Doe"; "Pat Doe"
  const at = others.length > 0 || first.length === 1 && found.rank !== undefined
    ? 0
    : lastNameAt(first);
  const given = [...others.flat(), ...first.slice(0, at)];
  return { ...besideName(found), ...named(given, first.slice(at), found.suffix) };
}

interface Stripped {
  suffix: string;
  rank?: string;
  isRetired: boolean;
  ignored: string[];
}

/** Removes nicknames in quotes or brackets, and notes a "(Ret.)". */
function withoutBrackets(cell: string): Stripped & { readonly text: string } {
  const ignored: string[] = [];
  let isRetired = false;
  // The Army's address book has the unit after the name.
  const text = oneLine(cell).replace(/^[*+#^~ ]+|[*+#^~ ]+$/g, "").replace(/ USARMY .*$/, "")
    .replace(
      /^(\S+) (?:&|and) (?=mrs\b)/i,
      "$1 ",
    ).replace(
      /["“”„]([^"“”„]*)["“”„]|\(([^()]*)\)|\[([^[\]]*)\]|(?<=^| )['‘]([^'‘’]+)['’](?= |,|$)/g,
      (_, ...groups) => {
        const inside = String(groups.slice(0, 4).find((one) => one !== undefined) ?? "").trim();
        const all = words(inside);
        if (["ret", "retired", "r"].some((word) => all.includes(word))) isRetired = true;
        else if (!all.every((word) => service.test(word))) ignored.push(inside);
        return " ";
      },
    );
  return { text, ignored, isRetired, suffix: "" };
}

function besideName({ rank, isRetired, ignored }: Stripped) {
  return { ...rank !== undefined && { rank }, isRetired, ignored };
}

/** Removes rank, title, suffix and degrees, and notes them in `found`. */
function strip(part: readonly string[], isRest: boolean, found: Stripped): readonly string[] {
  const rank = rankBefore(part, isRest) ?? rankAfter(part);
  if (rank !== undefined) found.rank ??= rank.value;
  const left = rank?.rest ??
    (part.length > 1 && isTitle(part[0] ?? "") ? part.slice(1) : withoutEnd(part, isRest, found));
  return left.length < part.length ? strip(left, isRest, found) : part;
}

function withoutEnd(all: readonly string[], isRest: boolean, found: Stripped): readonly string[] {
  if (all.length > 1 && /^ret(?:ired)?$/.test(plain(all[0]))) {
    found.isRetired = true;
    return all.slice(1);
  }
  if (all.length <= (isRest ? 0 : 1)) return all;
  const last = all.at(-1) ?? "";
  const word = plain(last);
  if (suffix.test(word)) found.suffix = suffixOf(last);
  else if (/^ret(?:ired)?$/.test(word)) found.isRetired = true;
  else if (isDegree(all, isRest)) {
    found.ignored.unshift(last);
  } else if (last !== "," && (!service.test(word) || word === "p")) return all;
  return all.slice(0, -1);
}

function isDegree(all: readonly string[], isRest: boolean): boolean {
  const last = all.at(-1) ?? "";
  if (!degree.test(plain(last))) return false;
  if (isRest || all[0]?.endsWith(",")) return true;
  // "Anh Thi Do" has no degree, "Pat Doe DO" has one.
  const isMarked = last === last.toUpperCase() && !isSingleCase(all.join(" "));
  return all.length > 2 && (!nameOrDegree.test(plain(last)) || isMarked);
}

/** A code such as "MAJ" is also a rank before a single word; "Major Doe" may be a name. */
function rankBefore(all: readonly string[], isRest: boolean) {
  for (let length = Math.min(3, all.length - (isRest ? 0 : 1)); length > 0; length--) {
    const value = rankNames.named(all.slice(0, length).flatMap(words));
    const rest = all.slice(length);
    if (value && (rest.length > 1 || isCode(all[0] ?? ""))) return { value, rest };
  }
  return undefined;
}

function rankAfter(all: readonly string[]) {
  const value = all.length > 1 && isCode(all.at(-1) ?? "")
    ? rankNames.named(words(all.at(-1) ?? ""))
    : undefined;
  return value ? { value, rest: all.slice(0, -1) } : undefined;
}

/** "CPT", "1LT", "Capt." */
function isCode(word: string): boolean {
  return /^(?:[0-9A-Z]{2,4}|Capt|Maj|Col|Gen|Sgt|Lt|Cpt|Ltc)\.?$/.test(word) &&
    words(word).length === 1;
}

/** Where the last name begins among the words of "Maria de la Cruz". */
function lastNameAt(all: readonly string[]): number {
  const at = all.findIndex((word, place) =>
    place > 0 && place < all.length - 1 && particle.test(plain(word))
  );
  return at === -1 ? Math.max(1, all.length - 1) : at;
}

function named(given: readonly string[], last: readonly string[], suffix: string) {
  const first = given.filter((word, at) => at === 0 || !/^\p{L}\.?$/u.test(word)).join(" ");
  const lastName = [properCase(last.join(" ")), ...suffix ? [suffix] : []].join(" ").trim();
  const firstName = properFirstName(first);
  return {
    firstName: firstName.slice(0, maxName).trim(),
    lastName: lastName.slice(0, maxName).trim(),
  };
}

function suffixOf(word: string): string {
  const bare = plain(word);
  return bare === "jr" ? "Jr." : bare === "sr" ? "Sr." : bare.toUpperCase();
}

function plain(word = ""): string {
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** A first or last name in its own column: only case, rank, nickname and degrees are changed. */
export function readNamePart(cell: string, part: "firstName" | "lastName"): PersonName {
  if (cell.length > maxLength) return noName;
  const found = withoutBrackets(cell);
  const all = strip(found.text.split(" ").filter((word) => word !== ""), false, found);
  const text = all.join(" ").replace(/[\s,]+$/, "");
  const cased = part === "firstName" ? properFirstName(text) : properCase(text);
  return { ...noName, ...besideName(found), [part]: `${cased} ${found.suffix}`.trim() };
}

export function isTitle(text: string): boolean {
  return text.length < 20 && title.test(plain(text));
}

/** Whether a text contains only what can follow a name: "Jr.", "(Ret.)", "Ph.D.". */
export function isSuffix(text: string): boolean {
  const isOne = (word: string) => [suffix, degree, service].some((one) => one.test(plain(word)));
  return text.length < maxLength && text.trim().split(/[\s,]+/).every(isOne);
}

/** "Pat" and "Doe" of pat.doe@, pat.m.doe.mil@; `undefined` for another address. */
export function nameInAddress(address: string): PersonName | undefined {
  const local = address.slice(0, address.lastIndexOf("@"));
  const parts = local.split(/[._-]+/).map((part) => part.replace(/\d+$/, ""))
    .filter((part) => part.length > 1 && !/^(?:mil|civ|ctr|jr|sr|ii|iii)$/i.test(part));
  const [first = "", last = ""] = parts;
  if (parts.length !== 2 || !parts.every((part) => /^[a-z']+$/i.test(part))) return undefined;
  if (first.length + last.length > maxName) return undefined;
  return {
    ...noName,
    firstName: properCase(first.toUpperCase()),
    lastName: properCase(last.toUpperCase()),
  };
}

// deno-lint-ignore no-control-regex
const breaks = /[\s\u0000-\u001f\u007f-\u009f]+/g;

export function oneLine(text: string): string {
  return text.normalize("NFC").replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, "").replace(breaks, " ")
    .trim();
}

export function withoutAddress(text: string): string {
  return text.length <= 300 && text.includes("@")
    ? text.replace(/[<(]?\S*@\S*/g, " ").trim()
    : text;
}

/** Whether a text is all capitals or all lower case, so its case means nothing. */
export function isSingleCase(text: string): boolean {
  return text === text.toUpperCase() || text === text.toLowerCase();
}

const particles = /^(?:de|del|della|di|da|das|dos|la|las|los|y|von|der|den)$/;

/** A last name or place in usual case: O'Neill, McDonald, de la Cruz. Mixed case is unchanged. */
export function properCase(text: string): string {
  if (!isSingleCase(text)) return text;
  return text.toLowerCase().split(" ")
    .map((word, at, all) => particles.test(word) && at < all.length - 1 ? word : properWord(word))
    .join(" ");
}

/** First names in usual case; two consonants are initials: "TJ". */
function properFirstName(text: string): string {
  if (!isSingleCase(text)) return text;
  return text.split(" ").map((word) =>
    /^[B-DF-HJ-NP-TV-XZ]{2}$/.test(word) || /^(?:\p{Lu}\.)+$/u.test(word)
      ? word
      : properWord(word.toLowerCase())
  ).join(" ");
}

function properWord(word: string): string {
  return word.replace(
    /^\p{L}|(?<=[-(/“"])\p{L}|(?<=^mc|-mc)\p{L}|(?<=^[od]['’]|-[od]['’])\p{L}/gu,
    (letter) => letter.toUpperCase(),
  ).replace(/^(ii|iii|iv)$/, (numeral) => numeral.toUpperCase());
}
