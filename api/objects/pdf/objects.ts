/**
 * Objects of a PDF: all that any reader could find, whichever table of the file it uses.
 *
 * Readers differ in how they find objects: by the table, by an older or a hidden one, or, when that
 * is damaged, by looking for `1 0 obj` all over the file. So tables are not asked. The file is read
 * from its first byte to its last, and has to be objects and tables and nothing else; where an object
 * could be found that was not read so, inside of a text, a comment or a picture, it is refused.
 *
 * @module
 */
import { inflateSync } from "node:zlib";
import { uncheckable } from "./refused.ts";
import {
  type Budget,
  type Cursor,
  cursorIn,
  type Dictionary,
  space,
  type Value,
  valuesOf,
} from "./values.ts";

export interface PdfObject {
  /** Several can have the same: a file can be changed by adding to it. */
  readonly number: number;
  readonly value: Value;
  readonly isStream: boolean;
}

/** Many times what real files have: of packed objects, unpacked, and of values. */
const maxUnpackedBytes = 32 * 1024 * 1024;
const maxValues = 1_500_000;

const end = `(?=[\\0\\t\\n\\f\\r ()<>[\\]/%]|$)`;
const sticky = (pattern: string) => new RegExp(pattern, "y");
const header = sticky(`(\\d{1,10})${space}+\\d{1,5}${space}+obj${end}`);
const endOfObject = sticky(`endobj${end}`);
const beginOfStream = /stream\r?\n/y;
const table = sticky(`xref${end}`);
const tableEntry = sticky(`\\d{1,10}${space}+\\d{1,10}(?:${space}+[nf])?${end}`);
const trailer = sticky(`trailer${end}`);
const start = sticky(`startxref${space}+\\d{1,10}${end}`);

/**
 * @param text One character a byte.
 * @param visit Is told of each object, and of each trailer as the value of an object 0.
 * @throws {FileRefused} When readers could disagree about what the objects are.
 */
export function visitObjects(text: string, visit: (object: PdfObject) => void): void {
  const budget: Budget = { values: maxValues, unpackedBytes: maxUnpackedBytes };
  const cursor = cursorIn(text, budget);
  const headers = new Set<number>();
  const trailers = new Set<number>();
  const lengths: Length[] = [];
  /** By object; `NaN` for what is none, or not always the same. */
  const integers = new Map<number, number>();

  function tell(object: PdfObject): void {
    const integer = typeof object.value === "number" ? object.value : NaN;
    const known = integers.get(object.number) ?? integer;
    integers.set(object.number, known === integer ? integer : NaN);
    visit(object);
  }

  function stream(dictionary: Dictionary): void {
    const from = cursor.position();
    const to = text.indexOf("endstream", from);
    if (to < 0) throw uncheckable();
    cursor.moveTo(to + "endstream".length);
    for (const length of lengthsOf(dictionary)) lengths.push({ length, from, to });
    const content = objectsIn(dictionary, text.slice(from, to), budget);
    if (content !== undefined) visitPacked(content, dictionary, budget, tell);
  }

  function object(number: number): void {
    headers.add(cursor.position() - "obj".length);
    cursor.skip();
    // Some programs leave the place of a missing object empty.
    if (cursor.take(endOfObject)) return tell({ number, value: null, isStream: false });
    const value = cursor.value();
    cursor.skip();
    const isStream = cursor.take(beginOfStream) !== undefined;
    tell({ number, value, isStream });
    if (isStream) {
      if (!isDictionary(value)) throw uncheckable();
      stream(value);
      cursor.skip();
    }
    if (!cursor.take(endOfObject)) throw uncheckable();
  }

  for (cursor.skip(); !cursor.isAtEnd(); cursor.skip()) {
    const [, number] = cursor.take(header) ?? [];
    if (number !== undefined) object(Number(number));
    else if (cursor.take(table)) skipTable(cursor, budget);
    else if (cursor.take(trailer)) {
      trailers.add(cursor.position() - "trailer".length);
      tell({ number: 0, value: cursor.value(), isStream: false });
    } else if (!cursor.take(start)) throw uncheckable();
  }
  refuseHidden(text, headers, trailers);
  for (const { length, from, to } of lengths) {
    const bytes = typeof length === "number" ? length : integers.get(length.number) ?? NaN;
    if (!isEndOf(text, from + bytes, to)) throw uncheckable();
  }
}

export function isDictionary(value: Value): value is Dictionary {
  return typeof value === "object" && value?.kind === "dictionary";
}

interface Length {
  /** Or the object that says it. */
  readonly length: number | { readonly number: number };
  readonly from: number;
  readonly to: number;
}

/** Readers go by the length, or by the word that ends a stream: both have to say the same. */
function lengthsOf(dictionary: Dictionary): Length["length"][] {
  const lengths = valuesOf(dictionary, "Length").map((value) => {
    if (typeof value === "number") return value;
    if (typeof value === "object" && value?.kind === "reference") return value;
    throw uncheckable();
  });
  if (lengths.length === 0) throw uncheckable();
  return lengths;
}

/** Whether nothing but the end of a line is between. */
function isEndOf(text: string, position: number, to: number): boolean {
  return position <= to && to - position <= 2 && /^\r?\n?$/.test(text.slice(position, to));
}

function skipTable(cursor: Cursor, budget: Budget): void {
  for (cursor.skip(); cursor.take(tableEntry); cursor.skip()) {
    if (budget.values-- <= 0) throw uncheckable();
  }
}

/**
 * What is packed in a stream, when readers could take it for objects. Most look for the numbers that
 * such streams have, and not at its type.
 */
function objectsIn(dictionary: Dictionary, packed: string, budget: Budget): string | undefined {
  const has = (key: string) => valuesOf(dictionary, key).length > 0;
  const isOfObjects = has("First") && has("N") ||
    valuesOf(dictionary, "Type").some((type) => isNamed(type, "ObjStm"));
  if (isOfObjects) return unpack(dictionary, packed, budget);
  // A colour profile has one of the numbers, and does not begin like objects.
  if (has("N") && /^[\0\t\n\f\r ]*[\d%]/.test(unpack(dictionary, packed, budget))) {
    throw uncheckable();
  }
  return undefined;
}

function isNamed(value: Value | undefined, name: string): boolean {
  return typeof value === "object" && value?.kind === "name" && value.name === name;
}

function unpack(dictionary: Dictionary, packed: string, budget: Budget): string {
  const filters = ["Filter", "F", "FFilter"].flatMap((key) => valuesOf(dictionary, key));
  if (filters.length === 0) return packed;
  const [filter, second] = filters.flatMap((value) =>
    typeof value === "object" && value?.kind === "list" ? value.items : [value]
  );
  const isPlainly = isNamed(filter, "FlateDecode") && second === undefined &&
    valuesOf(dictionary, "DecodeParms").concat(valuesOf(dictionary, "DP")).every(isOfNoEffect);
  if (!isPlainly || budget.unpackedBytes <= 0) throw uncheckable();
  try {
    const unpacked = inflateSync(Buffer.from(packed, "latin1"), {
      maxOutputLength: budget.unpackedBytes,
    });
    budget.unpackedBytes -= unpacked.length;
    return unpacked.toString("latin1");
  } catch (error) {
    throw uncheckable(error);
  }
}

function isOfNoEffect(parameters: Value): boolean {
  if (parameters === null) return true;
  if (typeof parameters === "object" && parameters.kind === "list") {
    return parameters.items.every(isOfNoEffect);
  }
  return isDictionary(parameters) && valuesOf(parameters, "Predictor").every((one) => one === 1);
}

/** Objects one after the other, behind a list of their numbers and places. */
function visitPacked(
  content: string,
  dictionary: Dictionary,
  budget: Budget,
  visit: (object: PdfObject) => void,
): void {
  const [first, another] = valuesOf(dictionary, "First");
  const [count, others] = valuesOf(dictionary, "N");
  const isPlain = typeof first === "number" && typeof count === "number" &&
    another === undefined && others === undefined;
  if (!isPlain) throw uncheckable();
  const list = cursorIn(content.slice(0, first), budget);
  const cursor = cursorIn(content, budget);
  cursor.moveTo(first);
  for (let index = 0; index < count; index++) {
    const [number, offset] = [list.value(), list.value()];
    cursor.skip();
    // Where the table says, and right behind the one before: else something lies between.
    if (typeof number !== "number" || cursor.position() < first + Number(offset)) {
      throw uncheckable();
    }
    const between = cursorIn(content, budget);
    between.moveTo(first + Number(offset));
    between.skip();
    if (between.position() !== cursor.position()) throw uncheckable();
    visit({ number, value: cursor.value(), isStream: false });
  }
  list.skip();
  cursor.skip();
  if (!list.isAtEnd() || !cursor.isAtEnd()) throw uncheckable();
}

/**
 * Refuses what a reader could take for the beginning of an object or a trailer, and was not read as
 * one.
 */
function refuseHidden(
  text: string,
  headers: ReadonlySet<number>,
  trailers: ReadonlySet<number>,
): void {
  for (let at = text.indexOf("obj"); at >= 0; at = text.indexOf("obj", at + 1)) {
    if (!headers.has(at) && isAfterNumbers(text, at)) throw uncheckable();
  }
  for (let at = text.indexOf("trailer"); at >= 0; at = text.indexOf("trailer", at + 1)) {
    if (trailers.has(at)) continue;
    let next = at + "trailer".length;
    while (isGap(text.charCodeAt(next))) next++;
    if (text[next] === "%" || text.startsWith("<<", next)) throw uncheckable();
  }
}

/** Whether two numbers stand before, with nothing but space and comments between. */
function isAfterNumbers(text: string, at: number): boolean {
  const generation = numberBefore(text, at);
  if (generation === "commented") return true;
  if (generation === undefined || generation.hasNoSpaceBefore) return false;
  return numberBefore(text, generation.from) !== undefined;
}

function numberBefore(
  text: string,
  at: number,
): { readonly from: number; readonly hasNoSpaceBefore: boolean } | "commented" | undefined {
  let to = at;
  while (isGap(text.charCodeAt(to - 1))) to--;
  if (isDigit(text.charCodeAt(to - 1))) {
    let from = to;
    while (isDigit(text.charCodeAt(from - 1))) from--;
    return { from, hasNoSpaceBefore: !isGap(text.charCodeAt(from - 1)) };
  }
  const isNewLine = /[\r\n]/.test(text.slice(to, at));
  return isNewLine && /(?:^|\d)[\0\t\f ]*%/.test(lineBefore(text, to)) ? "commented" : undefined;
}

function lineBefore(text: string, to: number): string {
  let from = to;
  while (from > 0 && !/[\r\n]/.test(text[from - 1] ?? "")) from--;
  return text.slice(from, to);
}

/** Space, also to the most lenient of readers. */
function isGap(code: number): boolean {
  return code <= 0x20 || code === 0x80 || code === 0xa0 || code === 0xff;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
