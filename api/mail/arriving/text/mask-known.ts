/** Contacts that the product knows of a member, as they wrote them. */
export interface KnownContacts {
  readonly addresses: readonly string[];
  readonly numbers: readonly string[];
}

/**
 * Replaces a member's own email addresses and phone numbers in what they wrote. Addresses may be in any case, have a tag
 * ("sam+army@"), or say "(at)"; numbers may have any separators, and lack the codes in front of them. Others stay.
 */
export function maskKnown(
  text: string,
  known: KnownContacts,
): { readonly text: string; readonly masked: number } {
  let masked = 0;
  const addresses = known.addresses.flatMap(patternOf);
  const withoutAddresses = addresses.length === 0 ? text : text.replace(
    new RegExp(
      `(?<![\\p{L}\\p{N}+-]|[\\p{L}\\p{N}]\\.)(?:${addresses.join("|")})(?![\\p{L}\\p{N}])`,
      "giu",
    ),
    () => {
      masked++;
      return "[address left out]";
    },
  );
  const numbers = known.numbers.map(significantDigits).filter((digits) =>
    digits.length >= fewestDigits
  );
  const spans = numbers.length === 0 ? [] : findNumbers(withoutAddresses, numbers);
  let result = "";
  let at = 0;
  for (const { from, end } of spans) {
    result += `${withoutAddresses.slice(at, from)}[number left out]`;
    at = end;
  }
  return { text: result + withoutAddresses.slice(at), masked: masked + spans.length };
}

function patternOf(address: string): string[] {
  const [local, domain, more] = address.trim().split("@");
  if (!local || !domain || more !== undefined) return [];
  const quoted = (part: string) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const at = "(?:@|＠|%40| {0,2}[([{<] {0,2}(?:at|@) {0,2}[)\\]}>] {0,2}| at )";
  const dot = "(?:\\.| {0,2}[([{<] {0,2}(?:dot|\\.) {0,2}[)\\]}>] {0,2}| dot )";
  return [`${quoted(local)}(?:\\+[\\w.-]{1,64})?${at}${domain.split(".").map(quoted).join(dot)}`];
}

/** As many digits are a number of its own; fewer may be anything. */
const fewestDigits = 7;
/** Digits of a country's code, which may be left out. */
const mostCodeDigits = 3;

interface Span {
  readonly from: number;
  readonly end: number;
}

/** Finds the numbers from left to right, by their last digits. */
function findNumbers(text: string, numbers: readonly string[]): Span[] {
  const all = text.replace(/\D+/g, "");
  const found: Span[] = [];
  let digits: Digits | undefined;
  for (const number of numbers) {
    const last = number.slice(-fewestDigits);
    for (let at = all.indexOf(last); at >= 0; at = all.indexOf(last, at + 1)) {
      digits ??= new Digits(text, all);
      const span = digits.spanOf(number, at + fewestDigits);
      if (span !== undefined) found.push(span);
    }
  }
  found.sort((one, other) => one.from - other.from || other.end - one.end);
  return found.filter(({ from }, at) => at === 0 || from >= (found[at - 1] as Span).end);
}

/** The digits of a text, and where they are in it. */
class Digits {
  readonly #places: Uint32Array;

  constructor(private readonly text: string, private readonly all: string) {
    this.#places = new Uint32Array(all.length);
    let next = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 48 && code <= 57) this.#places[next++] = at;
    }
  }

  /** Where a number is that ends before the digit `end`; `undefined` when the digits there are of another. */
  spanOf(number: string, end: number): Span | undefined {
    if (end < this.all.length && this.#gap(end) === 0) return undefined;
    let from: number | undefined;
    for (let length = 1; length <= number.length; length++) {
      const at = end - length;
      if (at < 0 || this.all[at] !== number.at(-length)) break;
      if (length > 1 && !this.#isJoined(at + 1)) break;
      const isWhole = length === fewestDigits || length >= number.length - mostCodeDigits;
      if (length < fewestDigits || !isWhole) continue;
      // In many countries a zero stands for the country's code.
      let start = at;
      while (start > 0 && this.#gap(start) === 0 && this.all[start - 1] === "0") start--;
      if (start === 0 || this.#gap(start) > 0) from = start;
    }
    from ??= this.#afterCode(number, end);
    return from === undefined ? undefined : this.#widen(from, end);
  }

  /** Where a whole number starts that follows a code without a space: "18315550142". */
  #afterCode(number: string, end: number): number | undefined {
    const first = end - number.length;
    if (first < 0 || !this.all.startsWith(number, first)) return undefined;
    for (let at = first + 1; at < end; at++) if (!this.#isJoined(at)) return undefined;
    for (let at = first; at >= Math.max(0, first - mostCodeDigits); at--) {
      if (at === 0 || this.#gap(at) > 0) return at;
    }
    return undefined;
  }

  /** How many characters are between a digit and the one before it. */
  #gap(at: number): number {
    return (this.#places[at] as number) - (this.#places[at - 1] as number) - 1;
  }

  #isJoined(at: number): boolean {
    const gap = this.#gap(at);
    const start = (this.#places[at] as number) - gap;
    return gap === 0 ||
      (gap <= 4 && /^[\s().\-‐-―−/·]+$/.test(this.text.slice(start, start + gap)));
  }

  /** Takes what belongs to a number and is before it: its country's code, and an open parenthesis. */
  #widen(first: number, last: number): Span {
    const end = (this.#places[last - 1] as number) + 1;
    const start = this.#places[first] as number;
    const before = this.text.slice(Math.max(0, start - 10), start);
    const code = /(?:(?:\+|\b00)\d{1,3}|\b1|\+)?[\s.-]?\(?$/.exec(before)?.[0].trimStart() ?? "";
    const isOpen = code.endsWith("(") && !this.text.slice(start, end).includes(")");
    return { from: start - (isOpen ? 0 : code.length), end };
  }
}

/** Digits without zeros in front, which stand for codes that are left out. */
function significantDigits(number: string): string {
  return number.replace(/(?:x|ext).*/is, "").replace(/\D+/g, "").replace(/^0+/, "");
}
