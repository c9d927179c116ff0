import { z } from "zod";
import { words } from "../../../../search/text.ts";
import { isNothing } from "./lists.ts";
import { readFullName } from "./names.ts";

const maxAddress = 254;
const maxCell = 40_000;

/** Texts that people write instead of an address. */
const placeholders = /^(no[-._]?e?-?mail|none|unknown|noaddress)@|^(na|test|x|xx|xxx)@\2\./i;

interface FoundAddresses {
  /** Valid, each once, in order. */
  readonly addresses: readonly string[];
  /** Parts with an "@" that can't be read for certain. */
  readonly broken: readonly string[];
}

/** Most cells have only one: these need no parsing. */
const usualAddress = /^[a-z\d][\w.+-]{0,62}@[\w.-]{1,190}[a-z]$/i;
const nothing: FoundAddresses = { addresses: [], broken: [] };

/**
 * Email addresses in a cell: one by itself, several in a list, or each in brackets behind a name.
 * Everything else is broken, never cut to fit: "pat doe@example.com" isn't doe@example.com.
 */
export function findAddresses(cell: string): FoundAddresses {
  if (!/[@＠]/.test(cell) || cell.length > maxCell) return nothing;
  const whole = usualAddress.test(cell) ? addressIn(cell) : undefined;
  if (whole !== undefined) return { addresses: unique([whole]), broken: [] };
  const items = plainText(cell).split(/[;|\n\r\t]+/).map((text) => text.trim())
    .filter((text) => text !== "");
  const found = items.map((item) => item.includes("@") ? readItem(item) : undefined);
  const addresses: string[] = [];
  const broken: string[] = [];
  for (const [at, item] of items.entries()) {
    const read = found[at];
    const isBeside = (place: number) =>
      items[place]?.includes("@") === false && !isLabel(items[place]) &&
      !(read?.length === 1 && isNameOf(items[place], read[0] ?? ""));
    // "pat;doe@example.com": only an address in brackets is certain beside other words.
    if (read !== undefined && (/[<(]/.test(item) || !isBeside(at - 1) && !isBeside(at + 1))) {
      addresses.push(...read);
    } else if (item.includes("@")) broken.push(item);
  }
  return { addresses: unique(addresses), broken };
}

/** Addresses that a sentence mentions, where no word before or after can be a part of them. */
export function mentionedAddresses(text: string, names: string): readonly string[] {
  if (text.length > maxCell) return [];
  const own = new Set(words(names));
  const tokens = plainText(text).replace(/[;|<>()[\]{}]/g, " $& ").split(/\s+/);
  return unique(tokens.flatMap((token, at) => {
    const address = token.includes("@") ? addressIn(token) : undefined;
    if (address === undefined) return [];
    const [before = "", earlier = ""] = [tokens[at - 1], tokens[at - 2]];
    const word = /^[;|]$/.test(before) ? earlier : before;
    const isPart = words(word).some((one) => own.has(one) || one.length === 1) ||
      /[\p{L}\d]$/u.test(before) && !leadingWords.test(before);
    const ending = /\.([a-z]+)$/i.exec(token)?.[1] ?? "";
    const next = tokens[at + 1] ?? "";
    return isPart || next !== "" && isEnding.test(ending + next) ? [] : [address];
  }));
}

const leadingWords =
  /^(?:is|at|to|try|use|e-?mail|mail|new|or|and|via|address|best|home|work|personal|also|contact|reach|now|cc|from)$/i;
const isEnding = /^(?:com|net|org|edu|gov|mil|info|co\.?[a-z]{2}|[a-z]+\.[a-z]{2,3})$/i;

/** The addresses of one item of a list; `undefined` if any part of it is unclear. */
function readItem(item: string): readonly string[] | undefined {
  const addresses: string[] = [];
  let isClear = true;
  const rest = item.replace(brackets, (_, ...groups) => {
    const inside = String(groups.slice(0, 3).find((one) => one !== undefined) ?? "");
    if (inside.includes("@")) {
      const address = addressIn(inside.trim());
      if (address === undefined) isClear = false;
      else addresses.push(address);
    } else if (isOfOthers.test(inside)) isClear = false;
    return " , ";
  });
  const hasBrackets = addresses.length > 0;
  for (const piece of rest.split(/,|\/| (?:or|and|&|\+|-|–|—) /i)) {
    const text = piece.trim();
    if (text.includes("@")) {
      const some = readPiece(text);
      if (some === undefined) return undefined;
      addresses.push(...some);
    } else if (!hasBrackets && !isLabel(text)) isClear = false;
  }
  return isClear ? addresses : undefined;
}

const brackets = /<([^<>]*)>|\(([^()]*)\)|\[([^[\]]*)\]/g;
/** Words beside an address that isn't the person's, or isn't theirs anymore. */
const isOfOthers =
  /\b(?:wife|husband|spouse|mother|mom|father|dad|parents?|son|daughter|brother|sister|partner|assistant|secretary|aide|widow|widower|old|bad|bounce[sd]?|bouncing|invalid|inactive|wrong|dead|defunct|former|expired|closed|not|never|no longer|don'?t|undeliverable|returned|unsubscribed)\b/i;

/** One address, with labels and phone numbers beside it; or several with spaces between. */
function readPiece(piece: string): readonly string[] | undefined {
  const tokens = piece.split(/\s+/);
  const joined = tokens.length < 4 ? addressIn(piece.replace(/ ?@ ?/, "@")) : undefined;
  if (joined !== undefined) return [joined];
  const addresses: string[] = [];
  const first = tokens.findIndex((token) => token.includes("@"));
  for (const token of tokens.slice(first)) {
    const address = token.includes("@") ? addressIn(token) : undefined;
    if (address !== undefined) addresses.push(address);
    else if (!usualLabel.test(token)) return undefined;
  }
  const before = tokens.slice(0, first).join(" ");
  const isClear = before === "" || /^(?:[^\s:]+ )?[^\s:]+ ?[:=]$/.test(before) && isLabel(before) ||
    usualLabel.test(before) || phone.test(before) && before.replace(/\D/g, "").length > 6 ||
    isNameOf(before, addresses[0] ?? "");
  return isClear ? addresses : undefined;
}

const phone = /^(?:[a-z]{1,6}:? ?)?[+\d().\s/-]+(?:x ?\d+)?$/i;
const usualLabel =
  /^(?:e-?mail|home|work|personal|private|office|school|civilian|military|preferred|primary|[-•·*])$/i;
const labels = new Set(
  `e mail email emails mailto home work personal private office school univ university college student
  alumni alum army military mil ako dod gov civ civilian business company job preferred pref primary main
  best current new alt alternate alternative secondary second other backup cell mobile phone tel h w p m c o
  address and or also either both use this one dsn`.split(/\s+/),
);

/** Whether a text beside an address is only a label, a phone number or nothing. */
function isLabel(text: string): boolean {
  if (text.length > 60) return false;
  const all = words(text);
  // "pat@example.co, m": a letter alone is a label only before a colon.
  const isLong = all.join("").length > 1 || text.includes(":");
  return isNothing(text) || isLong && all.every((word) => labels.has(word)) ||
    phone.test(text) && text.replace(/\D/g, "").length > 6;
}

/** Whether a text before an address is a first and a last name, of which the address has one. */
export function isNameOf(text: string, address: string): boolean {
  const written = text.replace(/["“”]/g, "").trim();
  if (
    written.length > 100 || !written.split(/[\s,]+/).every((word) => /^\p{Lu}|^\d?LT$/u.test(word))
  ) {
    return false;
  }
  const { firstName, lastName } = readFullName(written);
  const local = words(address.slice(0, address.lastIndexOf("@"))).join("");
  return [firstName, lastName].every((one) => /^\S+$/.test(one)) &&
    [firstName, lastName].flatMap(words).some((one) => one.length > 1 && local.includes(one));
}

/** A part without spaces as a valid address, without quotes and a label's prefix. */
function addressIn(part: string): string | undefined {
  if (part.length > 2 * maxAddress) return undefined;
  const [, label, rest] = /^([^:@]*):([^:]*)$/.exec(part) ?? [];
  if (label !== undefined && !isLabel(`${label}:`)) return undefined;
  const address = (rest ?? part).replace(/^["'“”«»‚‘]+|["“”«»']*[.,:!…]*["“”«»']*$/g, "")
    .replace(/(@[^?]*)\?.*$/, label?.toLowerCase() === "mailto" ? "$1" : "$&");
  const isValid = address.length <= maxAddress && z.regexes.email.test(address);
  return isValid ? address === address.toUpperCase() ? address.toLowerCase() : address : undefined;
}

/** Without invisible characters, with plain apostrophes and hyphens, and links as their address. */
function plainText(cell: string): string {
  // Before normalizing, which turns an accent into a space.
  return cell.replaceAll(" ::: ", "; ").replace(/[’‘ʼ´`′]/g, "'").replace(invisible, "").normalize(
    "NFKC",
  )
    .replaceAll("\u2010", "-")
    .replace(/<a\b[^<>]*?mailto:([^"'<>?\s]+)[^<>]*>[^<>]*<\/a>/gi, " $1 ");
}

function unique(all: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const one of all) {
    const key = one.toLowerCase();
    if (!placeholders.test(one) && !byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

const maxPhones = 200;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const number = /\+?\(?\d[\d().\s/-]*\d/g;
const phoneDivider = /[;,|\n]|:::| or | and | & /i;

/** Phone numbers in a cell, in any format: "8175550142", "817.555.0142 x12", "+49 6221 555010". */
export function findPhones(cell: string): string[] {
  if (cell.length > maxPhones) return [];
  const text = cell.normalize("NFKC").replace(invisible, "").replace(/[\u2010-\u2015\u2212]/g, "-");
  const numbers = text.split(phoneDivider).flatMap((part) => {
    const [text = "", extension] = part.replace(/\.0$/, "").split(
      /(?:extension|ext|x)\.?:? ?(?=\d)/i,
    );
    const found = [...text.matchAll(number)].flatMap(([one]) => one.split(/ ?\/ ?/))
      .flatMap(formatted);
    const more = extension?.replace(/\D/g, "");
    return more && found.length === 1 ? [`${found[0]} ext. ${more}`] : found;
  });
  return [...new Set(numbers)];
}

/** Numbers of North America in one format; others unchanged. */
function formatted(text: string): string[] {
  const digits = text.replace(/\D/g, "");
  const isAbroad = text.startsWith("+") && !/^1\d{10}$/.test(digits);
  if (isAbroad) return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ")] : [];
  const [, area, exchange, line] = /^1?([2-9]\d\d)(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (area !== undefined) return [`(${area}) ${exchange}-${line}`];
  return digits.length > 6 && digits.length < 16 ? [text.replace(/\s+/g, " ").trim()] : [];
}

const maxLink = 500;

/** The address of a LinkedIn profile without tracking parameters; `undefined` for any other. */
export function readLinkedIn(cell: string): string | undefined {
  if (cell.length > maxLink) return undefined;
  const part = cell.split(/[\s<>()"',;]+/).find((one) => /linkedin\.com\//i.test(one));
  const [, subdomain = "", path] =
    /^(?:https?:\/*)?([a-z0-9-]{1,20}\.)?linkedin\.com\/([^?#]+)/i.exec(part ?? "") ?? [];
  const host = subdomain.replace(/^(?:m|mobile|touch)\.$/i, "www.").toLowerCase();
  return path === undefined ? undefined : readLink(`${host}linkedin.com/${path}`);
}

/** An https address; "https://" may be left out. */
export function readLink(cell: string): string | undefined {
  const text = cell.trim();
  if (text.length > maxLink) return undefined;
  const address = text.replace(/^(?:http:\/\/|https:\/\/)?/i, "https://");
  if (!URL.canParse(address)) return undefined;
  const { href, hostname, username, password } = new URL(address);
  return hostname.includes(".") && username + password === "" ? href : undefined;
}
