/**
 * Removes links of ours that have a secret: anyone who opens one acts as the member it was mailed to.
 *
 * @module
 */

/** Pages that a mailed token opens, as `/path?token=…`. */
export const tokenPaths = [
  "/invitation",
  "/invitation/look",
  "/invitation/unsubscribe",
  "/reset-password",
  "/verify-email",
  "/undo-address",
  "/first-staff",
  "/restore",
] as const;
export type TokenPath = typeof tokenPaths[number];

const removedLink = "[link removed]";

export type RemoveOwnLinks = (
  text: string,
) => { readonly text: string; readonly removed: number };

/**
 * Finds them without a scheme, with a port, percent-encoded, in quoted-printable, broken over lines,
 * and within the addresses of link scanners. Addresses without a secret stay, such as a profile's.
 * Takes time in proportion to the text's length.
 */
export function createRemoveOwnLinks(appOrigin: string): RemoveOwnLinks {
  const patterns = patternsOf(new URL(appOrigin).hostname);
  return (text) => {
    const found = viewsOf(text).flatMap((view) => [...secretsIn(view, patterns)]);
    return replaceRanges(text, found.map((range) => wholeAddress(text, range)));
  };
}

/** A text decoded in one way, and where each of its characters is in the text as written. */
interface View {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Whether lines were joined: a word may only look like the rest of an address. */
  readonly isJoined: boolean;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

type Decode = (view: View) => View;

const mostRounds = 8;

function viewsOf(text: string): View[] {
  const plain: View = {
    text,
    from: Array.from({ length: text.length }, (_, at) => at),
    to: Array.from({ length: text.length }, (_, at) => at + 1),
    isJoined: false,
  };
  const asSent = [plain, decodeQuotedPrintable(plain), decodeUrlDefense(plain), decodeJson(plain)];
  const views = asSent.flatMap((view) => [view, joinLines(view)]).flatMap(percentDecodings);
  return [...new Set(views)];
}

function percentDecodings(view: View): View[] {
  const views = [view];
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const last = views.at(-1) as View;
    const next = decodeBase64(decodePercent(decodeReferences(last)));
    if (next === last) break;
    views.push(next);
  }
  return views;
}

const inAddress = "[\\w.~:/?#@!$&*+,;=%-]";
const lineBreaks = new RegExp(`(?<=${inAddress})[ \\t]*\\r?\\n[ \\t>]*(?=${inAddress})`, "g");

const joinLines: Decode = (view) => {
  const joined = rewrite(view, lineBreaks, () => "");
  return joined === view ? view : { ...joined, isJoined: true };
};
const decodeQuotedPrintable: Decode = (view) =>
  rewrite(view, /=(?:([\da-f]{2})|[ \t]*\r?\n)/gi, (hex) => hex ? fromHex(hex) : "");
const decodePercent: Decode = (view) => rewrite(view, /%([\da-f]{2})/gi, fromHex);
const decodeReferences: Decode = (view) =>
  rewrite(
    view,
    /&(?:(amp)|#(\d{1,4})|#x([\da-f]{1,4}));/gi,
    (amp, decimal, hex) => amp ? "&" : decimal ? printable(Number(decimal)) : fromHex(hex),
  );
/** Proofpoint's second version: "https-3A__alumni.example.edu_c_…". */
const decodeUrlDefense: Decode = (view) =>
  view.text.includes("/v2/url?u=")
    ? rewrite(view, /-([\dA-F]{2})|_/g, (hex) => hex ? fromHex(hex) : "/")
    : view;

/** Sophos' "?u=aHR0cHM6Ly9…", and others'. A path's parts are apart; a value may have a slash. */
const decodeBase64: Decode = (view) =>
  rewrite(
    view,
    /((?<![^\s=<("'[])[\w+/-]{24,}|(?<![\w+-])[\w+-]{24,})/g,
    (encoded) => {
      const decoded = /^[\x20-\x7e]{16,}/.exec(readBase64(encoded ?? ""));
      // What is behind it belongs to the scanner.
      return decoded ? `${decoded[0]} ` : undefined;
    },
  );

/** @param encoded In either alphabet. */
function readBase64(encoded: string): string {
  return Buffer.from(encoded, "base64").toString("latin1");
}

/** "https:\/\/alumni.example.edu", as programs quote it. */
const decodeJson: Decode = (view) => rewrite(view, /\\(?=\/)/g, () => "");

function fromHex(hex = ""): string | undefined {
  return printable(parseInt(hex, 16));
}

function printable(code: number): string | undefined {
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

/** @returns The same view if nothing is replaced. */
function rewrite(
  view: View,
  pattern: RegExp,
  decoded: (...groups: (string | undefined)[]) => string | undefined,
): View {
  const parts: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  const copy = (end: number) => {
    parts.push(view.text.slice(at, end));
    for (; at < end; at++) {
      from.push(view.from[at] as number);
      to.push(view.to[at] as number);
    }
  };
  for (const { index, 0: whole, ...match } of view.text.matchAll(pattern)) {
    const text = decoded(match[1], match[2], match[3]);
    if (text === undefined) continue;
    copy(index);
    at = index + whole.length;
    if (text === "") continue;
    parts.push(text);
    for (let letter = 0; letter < text.length; letter++) {
      // Of several letters, each stands for 4/3 of base64.
      const first = Math.min(index + Math.floor(letter * 4 / 3), at - 1);
      const last = text.length === 1 ? at - 1 : Math.min(first + 1, at - 1);
      from.push(view.from[first] as number);
      to.push(view.to[last] as number);
    }
  }
  if (at === 0) return view;
  copy(view.text.length);
  return { ...view, text: parts.join(""), from, to };
}

interface Patterns {
  /** An address at our host: what follows the host is its first group. */
  readonly ours: RegExp;
  /** Secrets without our host. The secret is the first group. */
  readonly bare: readonly RegExp[];
}

const ends = "[^\\s<>\"'`(){}\\[\\]|\\\\^]";
const shortestSecret = 20;
/** A conversation's token is longer. Other sites have addresses that start with `/c/`, too. */
const conversationToken = "[\\w-]{150,}";

function patternsOf(hostname: string): Patterns {
  const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const translated = `${hostname.replaceAll("-", "--").replaceAll(".", "-")}.translate.goog`;
  const pages = tokenPaths.map((path) => escape(path.slice(1))).join("|");
  return {
    ours: new RegExp(
      `(?:https?:/{0,3}(?:[^\\s/@<>"]{1,100}@)?)?(?<![\\w.-])(?:${escape(hostname)}|${
        escape(translated)
      })\\.?(?::\\d{1,5})?(?![\\w-])([/?#]${ends}*)?`,
      "gi",
    ),
    bare: [
      `(?<![\\w.~:/?#@$&+;=%-])/?(?:c/|(?:${pages})/?\\?token=|token[=:] ?)([\\w-]{${shortestSecret},})`,
      `/c/(${conversationToken})`,
      `/(?:${pages})/?\\?token=([\\w-]{43})(?![\\w-])`,
      `(?<![\\w.~:/?#@$&+;=%-])(${conversationToken})(?![\\w-])`,
      // An address to reply to, or a mail's id.
      "(?<![\\w.+-])((?:[\\w.+-]{0,100}[+.])?[a-z2-7]{26}@[\\w-]+(?:\\.[\\w-]+)*)",
    ].map((pattern) => new RegExp(pattern, "gi")),
  };
}

/** Where a view has a secret, in the text as written. */
function* secretsIn(view: View, { ours, bare }: Patterns): Generator<Range> {
  for (const match of view.text.matchAll(ours)) {
    const [whole, rest = ""] = match;
    const secret = secretOf(rest, view.isJoined) ?? opaqueOf(view, match.index, rest);
    if (secret === undefined) continue;
    const start = match.index + whole.length - rest.length + secret.at;
    yield rangeOf(view, match.index, start, start + secret.length);
  }
  for (const pattern of bare) {
    for (const { index, 0: whole, 1: secret = "" } of view.text.matchAll(pattern)) {
      const isAddress = secret.includes("@");
      // In joined lines, it may be a list of words.
      if (!isAddress && (!isRandom(secret) || (view.isJoined && whole === secret))) continue;
      const end = index + whole.length;
      yield rangeOf(view, index, end - secret.length, end);
    }
  }
}

/** A secret in the part of an address behind the host. */
function secretOf(rest: string, isJoined: boolean): { at: number; length: number } | undefined {
  const named = /^\/+c\/+([^/?#]*[\w-])|[?&#;](?:token|key|code|secret)=([^&#]*[\w-])/i.exec(rest);
  const value = named?.[1] ?? named?.[2] ?? "";
  if (named && (!isJoined || isRandom(value))) {
    return { at: named.index + named[0].length - value.length, length: value.length };
  }
  for (const { index, 0: piece } of rest.matchAll(/[\w-]+/g)) {
    if (isRandom(piece)) return { at: index, length: piece.length };
  }
  return undefined;
}

/** Some scanners' addresses have only our host, and lead to the whole address. */
function opaqueOf({ text }: View, at: number, rest: string) {
  const isValue = text[at - 1] === "=" && !rest.startsWith("/");
  return isValue && /https?:\/\/\S{1,2000}$/.test(text.slice(Math.max(0, at - 2000), at))
    ? { at: 0, length: 0 }
    : undefined;
}

const memberId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Whether it is a token rather than a member's id or words. */
function isRandom(piece: string): boolean {
  if (piece.length < shortestSecret || memberId.test(piece)) return false;
  if (!/[a-z]/i.test(piece) || !/\d/.test(piece)) return false;
  return !piece.split(/[-_]/).every((part) => /^(?:[a-z]*|[A-Z][a-z]*|\d*)$/.test(part));
}

/** In joined lines, the secret ends with the line in which it has become long enough. */
function rangeOf({ from, to, isJoined }: View, start: number, secret: number, end: number): Range {
  let last = Math.max(end, start + 1);
  if (isJoined) {
    for (let at = secret + shortestSecret; at < last; at++) {
      if (from[at] !== to[at - 1]) last = at;
    }
  }
  return { from: from[start] as number, to: to[last - 1] as number };
}

/** Extends a secret to the whole address around it, with a scanner's parts before and behind it. */
function wholeAddress(text: string, { from, to }: Range): Range {
  let start = from;
  while (start > 0 && isPart.test(text.charAt(start - 1))) start--;
  const scheme = /https?(?::|%3a|%253a)/i.exec(text.slice(start, from));
  start = scheme === null ? from : start + scheme.index;
  let end = to;
  for (;;) {
    while (end < text.length && isPart.test(text.charAt(end))) end++;
    const next = nextLine.exec(text.slice(end, end + 2000));
    if (next === null) break;
    const [whole, word = "", after] = next;
    const width = end - text.lastIndexOf("\n", end - 1);
    // A line of quoted-printable.
    const isSoft = text[end - 1] === "=" && width <= widestLine;
    const isWrapped = after === "" &&
      (width <= widestLine || text.slice(from, end).includes("\n"));
    if (!isSoft && !isRestOfAddress(word, isWrapped)) break;
    end += whole.length;
  }
  while (end > to && /[.,;:!?*>]/.test(text.charAt(end - 1))) end--;
  return { from: start, to: end };
}

const isPart = new RegExp(ends);
/** The first word of the next line, and whether it is the only one. */
const nextLine = /^[ \t]*\r?\n[ \t>]*([^\s<>"'`(){}[\]|]+)(?=[ \t>]*(\S?))/;
/** Programs break lines at some 76 characters; the first word may have been broken off later. */
const widestLine = 100;

/** Whether a line goes on with the address that the line before it ended in. */
function isRestOfAddress(word: string, isWrapped: boolean): boolean {
  if (/^https?:/i.test(word)) return false;
  if (/%[\da-f]{2}|&\w+=|\w=\w/i.test(word)) return true;
  if (isWrapped && /^[\w-]+(?:\/[\w-]*)?$/.test(word)) {
    return !/^(?:[A-Z]?[a-z]+|[A-Z]{1,12}|\d{1,8})$/.test(word);
  }
  return word.length >= 8 && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function replaceRanges(text: string, ranges: readonly Range[]) {
  const parts: string[] = [];
  let at = 0;
  let removed = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (to <= at) continue;
    if (from >= at) {
      parts.push(text.slice(at, from), removedLink);
      removed++;
    }
    at = to;
  }
  return { text: parts.join("") + text.slice(at), removed };
}
