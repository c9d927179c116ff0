/**
 * Parser of PDF values: names, texts, arrays, dictionaries, as they stand in a file or in what was
 * unpacked of it. It takes what all readers read alike and nothing else.
 *
 * @see ISO 32000-1, 7.2 and 7.3
 * @module
 */
import { uncheckable } from "./refused.ts";

export type Value = number | boolean | null | Name | Text | Reference | List | Dictionary;

export interface Name {
  readonly kind: "name";
  /** With its `#xx` decoded. */
  readonly name: string;
}

export interface Text {
  readonly kind: "text";
  /** As it stands there, with its brackets. */
  readonly raw: string;
}

export interface Reference {
  readonly kind: "reference";
  readonly number: number;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Value[];
}

export interface Dictionary {
  readonly kind: "dictionary";
  /** In order. A key can come twice, and readers then differ: look at each. */
  readonly entries: readonly (readonly [key: string, value: Value])[];
}

/** All values that a dictionary has for a key. */
export function valuesOf({ entries }: Dictionary, key: string): Value[] {
  return entries.filter(([name]) => name === key).map(([, value]) => value);
}

/** How much there may still be in a file. */
export interface Budget {
  values: number;
  unpackedBytes: number;
}

/** Deeper than any real file, and not so deep that the stack ends. */
const maxDepth = 100;

/** Two of the bytes are space to PDFium and nobody else: where they stand, nothing fits. */
const regular = "[^\\0\\t\\n\\f\\r ()<>\\[\\]{}/%\\x80\\xff]";
const end = `(?!${regular})`;
/** Of a pattern: at least one space, or any number of them. */
export const space = "[\\0\\t\\n\\f\\r ]";
const referencePattern = new RegExp(`(\\d{1,10})${space}+\\d{1,5}${space}+R${end}`, "y");
const numberPattern = new RegExp(`[+\\-.\\d][+\\-.\\deE]{0,63}${end}`, "y");
const namePattern = new RegExp(`/${regular}{0,512}${end}`, "y");
const wordPattern = new RegExp(`(?:true|false|null)${end}`, "y");
const hexText = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;

/** A cursor in a text of one character a byte. */
export interface Cursor {
  position(): number;
  moveTo(position: number): void;
  /** Passes over space and comments. */
  skip(): void;
  /** Passes over what the pattern, which is sticky, finds here; `undefined` where it finds nothing. */
  take(pattern: RegExp): RegExpExecArray | undefined;
  isAtEnd(): boolean;
  /**
   * Reads the value that stands here.
   *
   * @throws {FileRefused} When there is none.
   */
  value(): Value;
}

export function cursorIn(text: string, budget: Budget): Cursor {
  let at = 0;

  function skip(): void {
    for (;; at++) {
      const code = text.charCodeAt(at);
      if (code === percent) { while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++; }
      else if (!isSpace(code)) return;
    }
  }

  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at += found[0].length;
    return found;
  }

  function literalText(): Text {
    const from = at;
    let open = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === backslash) at++;
      else if (code === bracket) open++;
      else if (code === closingBracket && --open === 0) {
        return { kind: "text", raw: text.slice(from, ++at) };
      }
    }
    throw uncheckable();
  }

  function list(depth: number): List {
    const items: Value[] = [];
    at++;
    for (skip(); text[at] !== "]"; skip()) items.push(value(depth));
    at++;
    return { kind: "list", items };
  }

  function dictionary(depth: number): Dictionary {
    const entries: [string, Value][] = [];
    at += 2;
    for (skip(); !text.startsWith(">>", at); skip()) {
      const key = name();
      skip();
      entries.push([key.name, value(depth)]);
    }
    at += 2;
    return { kind: "dictionary", entries };
  }

  function name(): Name {
    const [written] = take(namePattern) ?? [];
    if (written === undefined) throw uncheckable();
    const name = written.slice(1).replace(
      /#([0-9a-f]{2})/gi,
      (_, code: string) => String.fromCharCode(parseInt(code, 16)),
    );
    // Some readers end a name at its first NUL.
    if (hasControl(name)) throw uncheckable();
    return { kind: "name", name };
  }

  function value(depth = maxDepth): Value {
    if (depth === 0 || budget.values-- <= 0) throw uncheckable();
    skip();
    switch (text[at]) {
      case "/":
        return name();
      case "(":
        return literalText();
      case "[":
        return list(depth - 1);
      case "<": {
        if (text[at + 1] === "<") return dictionary(depth - 1);
        const [raw] = take(hexText) ?? [];
        if (raw === undefined) throw uncheckable();
        return { kind: "text", raw };
      }
    }
    const [, number] = take(referencePattern) ?? [];
    if (number !== undefined) return { kind: "reference", number: Number(number) };
    const [digits] = take(numberPattern) ?? [];
    if (digits !== undefined) return Number(digits);
    const [word] = take(wordPattern) ?? [];
    if (word === undefined) throw uncheckable();
    return word === "null" ? null : word === "true";
  }

  return {
    position: () => at,
    moveTo: (position) => void (at = position),
    skip,
    take,
    isAtEnd: () => at >= text.length,
    value: () => value(),
  };
}

/** What a text says. Of UTF-16 every second character is left, which is enough to compare ASCII. */
export function contentOf({ raw }: Text): string {
  const inner = raw.slice(1, -1);
  const content = raw.startsWith("(")
    ? inner.replace(
      /\\(?:([0-7]{1,3})|(\r\n|[^]))/g,
      (_, octal: string | undefined, character: string) =>
        octal === undefined
          ? escaped[character] ?? character
          : String.fromCharCode(parseInt(octal, 8) & 0xff),
    )
    : Buffer.from(inner.replace(/[^0-9a-f]/gi, "").padEnd(2, "0"), "hex").toString("latin1");
  return content.startsWith("\xfe\xff") ? content.slice(2).replaceAll("\0", "") : content;
}

const escaped: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "\n": "",
  "\r": "",
  "\r\n": "",
};

const [percent, backslash, bracket, closingBracket] = [0x25, 0x5c, 0x28, 0x29];

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0 ||
    code === 0x0c;
}

function hasControl(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) < 0x20) return true;
  return false;
}
