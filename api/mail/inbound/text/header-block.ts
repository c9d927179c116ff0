import { type HeaderName, headerNames, titles } from "./languages.ts";

const mostLines = 16;

/**
 * Measures the headers that Outlook and others write above a quote: "From: … Sent: …". People write
 * such lists, too, so an address or a time is required.
 * @returns The number of its lines from `at` on; 0 if there is none.
 */
export function headerBlockLines(textAt: (at: number) => string | undefined, at: number): number {
  return headerBlock(textAt, at).lines;
}

/** Also returns whether it may be the author's memo, with "TO" before "FROM", or in capitals. */
export function headerBlock(
  textAt: (at: number) => string | undefined,
  at: number,
): { readonly lines: number; readonly isMemo: boolean } {
  const none = { lines: 0, isMemo: false };
  let isInCapitals = true;
  if (readHeader(textAt(at) ?? "") === undefined) return none;
  const found = new Set<HeaderName>();
  let hasAddress = false;
  let hasTime = false;
  let last = at - 1;
  for (let next = at; next < at + mostLines; next++) {
    const text = textAt(next);
    if (text === undefined) break;
    if (text.trim() === "") {
      // Two headers may have one empty line between them.
      if (next === at || textAt(next - 1)?.trim() === "") break;
      continue;
    }
    const header = readHeader(text);
    const isContinued = header === undefined && last === next - 1 && next > at &&
      isMoreOfHeader(text);
    if (header === undefined && !isContinued) break;
    if (header !== undefined) {
      if (next === at && header.name === "other") return none;
      // If a header is repeated, the first is the author's line, and the block starts below it.
      if (header.name !== "other" && found.has(header.name)) return none;
      found.add(header.name);
      isInCapitals &&= /^[\s*_]*[A-Z][A-Z ]*[:：]/.test(text);
      hasTime ||= header.name === "sent" && /\d[:.h]\d\d/.test(header.value);
    }
    hasAddress ||= text.length < 2000 && text.includes("@");
    last = next;
  }
  const isSure = found.has("from") && found.size >= 3 &&
    (hasAddress || (hasTime && found.has("subject")));
  if (!isSure) return none;
  const names = [...found];
  const isToFirst = found.has("to") && names.indexOf("to") < names.indexOf("from");
  return {
    lines: last - at + 1,
    isMemo: isToFirst || isInCapitals,
  };
}

/** Measures unknown headers below a title: the first has a name and an address. */
export function unknownHeaderLines(textAt: (at: number) => string | undefined, at: number): number {
  if (!/^[^:：<]{1,30}[:：][^<]{1,100}<[^<>@\s]{1,100}@[^<>@\s]{1,100}>/.test(textAt(at) ?? "")) {
    return 0;
  }
  let lines = 1;
  while (lines < mostLines && /^[^:：]{1,30}[:：]/.test(textAt(at + lines) ?? "")) lines++;
  return lines >= 3 ? lines : 0;
}

function readHeader(text: string): { name: HeaderName; value: string } | undefined {
  if (text.length < 3) return undefined;
  const colon = text.slice(0, 60).search(/[:：]/);
  if (colon < 1) return undefined;
  const name = headerNames.get(text.slice(0, colon).replaceAll("*", "").trim().toLowerCase());
  return name && { name, value: text.slice(colon + 1, 60) };
}

/** Whether a line continues the addresses above, or is indented like folded headers. */
function isMoreOfHeader(text: string): boolean {
  return /^\s{2,}\S|^\t/.test(text) || (text.includes("@") && /[<>;,]/.test(text));
}

/**
 * Whether a line may be a title such as "-----Original Message-----".
 * @returns `sure` alone; `known` if a quote or headers follow, `any` if headers follow.
 */
export function readMessageTitle(text: string): "sure" | "known" | "any" | undefined {
  if (text.length > 120 || text.length < 4) return undefined;
  const hasDashes = /^\s*[-_=*]{2}/.test(text) && /[-_=*]{2}\s*$/.test(text);
  if (!hasDashes && !/:\s*$/.test(text)) return undefined;
  const title = text.toLowerCase().replace(/[-_=*:\s]+/g, " ").trim();
  if (titles.has(title)) return hasDashes ? "sure" : "known";
  return hasDashes && title !== "" ? "any" : undefined;
}

export function isDivider(text: string): boolean {
  return text.length < 200 && /^\s*[-_=*─━]{5,}\s*$/.test(text);
}

/** Values of our letter that programs write into headers above its quote. */
export interface OwnLetter {
  /** Our addresses, or their part from "@" on, in lower case. */
  readonly addresses: readonly string[];
  readonly names: readonly string[];
  /** Without "Re:" and the like. */
  readonly subject: string;
}

const anyHeader = /^[\s*_]*[^:：]{1,40}[:：]/;

/** Whether a line names our letter: its sender's address, or after any label its name or subject. */
export function namesLetter(text: string, { addresses, names, subject }: OwnLetter): boolean {
  if (text.length > 2000) return false;
  const lower = text.toLowerCase();
  if (addresses.some((address) => lower.includes(address))) return true;
  if (!anyHeader.test(text)) return false;
  const value = lower.replace(anyHeader, "").replace(/[*_]/g, " ").replace(/\s+/g, " ").trim();
  return names.some((name) => value.startsWith(name)) ||
    (subject !== "" && value.endsWith(subject));
}

export function isAnyHeader(text: string): boolean {
  return anyHeader.test(text.slice(0, 60));
}

/** Measures headers in any language that name our letter; 0 when there are none. */
export function ownHeaderLines(
  textAt: (at: number) => string | undefined,
  at: number,
  isNaming: (at: number) => boolean,
): number {
  let lines = 0;
  let named = 0;
  while (lines < mostLines) {
    const text = textAt(at + lines);
    if (text === undefined || !(isAnyHeader(text) || (lines > 0 && isMoreOfHeader(text)))) break;
    if (isNaming(at + lines)) named++;
    lines++;
  }
  return lines >= 3 && named >= 2 ? lines : 0;
}
