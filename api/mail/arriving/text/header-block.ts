import { type HeaderName, headerNames, titles } from "./languages.ts";

const mostLines = 16;

/**
 * Measures the headers that Outlook and others write above a quote: "From: … Sent: …". People write
 * such lists, too, so it needs an address or the time.
 * @returns How many lines it has from `at` on; 0 when there is none.
 */
export function headerBlockLines(textAt: (at: number) => string | undefined, at: number): number {
  if (readHeader(textAt(at) ?? "") === undefined) return 0;
  const found = new Set<HeaderName>();
  let hasAddress = false;
  let hasTime = false;
  let last = at - 1;
  for (let next = at; next < at + mostLines; next++) {
    const text = textAt(next);
    if (text === undefined) break;
    if (text.trim() === "") {
      // One empty line may be between two headers.
      if (next === at || textAt(next - 1)?.trim() === "") break;
      continue;
    }
    const header = readHeader(text);
    const isContinued = header === undefined && last === next - 1 && next > at &&
      isMoreOfHeader(text);
    if (header === undefined && !isContinued) break;
    if (header !== undefined) {
      if (next === at && header.name === "other") return 0;
      // A repeated header: the first is the author's line, and the block starts further down.
      if (header.name !== "other" && found.has(header.name)) return 0;
      found.add(header.name);
      hasTime ||= header.name === "sent" && /\d[:.h]\d\d/.test(header.value);
    }
    hasAddress ||= text.length < 2000 && text.includes("@");
    last = next;
  }
  const isSure = found.has("from") && found.size >= 3 &&
    (hasAddress || (hasTime && found.has("subject")));
  return isSure ? last - at + 1 : 0;
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
