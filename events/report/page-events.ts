import { createByteCodes } from "./byte-codes.ts";
import { type SeenType, seenType } from "./counted-types.ts";
import { endOfLine, nextFacts, textIn } from "./event-lines.ts";
import { readUuid, uuidLength } from "./uuid.ts";

/**
 * The events of a page that any statistic counts, in order: columns by their place from 0. They are
 * what one core hands to the other, and only facts are still text.
 */
export interface PageEvents {
  readonly count: number;
  readonly atMs: Float64Array;
  /** UUIDs in four words each. */
  readonly memberIds: Uint32Array;
  /** Codes of types: see `counted-types.ts`. */
  readonly types: Uint8Array;
  /** Where the facts are in the lines. */
  readonly factsAt: Uint32Array;
  readonly factsEnd: Uint32Array;
  readonly lines: DataView;
  /**
   * What all of it lies in. Whoever has counted the events gives it back with `transfer(0)`: pages come
   * faster than the garbage collector looks for them.
   */
  readonly memory: readonly ArrayBuffer[];
}

/** A line of a page that is no event's. */
export class UnreadableLine extends Error {
  override readonly name = "UnreadableLine";

  /**
   * @param line Its number in the page, from 0.
   * @param unknownType What stands for its type; none when its member has no UUID.
   */
  constructor(readonly line: number, readonly unknownType?: string) {
    super(`Line ${line} is no event's`);
  }
}

export type LineReader = ReturnType<typeof createLineReader>;

/** Reads events from the lines of pages. */
export function createLineReader() {
  const typeCodes = createByteCodes();
  const seenTypes: SeenType[] = [];
  let found = createRoom(0);

  /** Finds the events of a page. Returns how many there are. */
  function find(lines: DataView): number {
    const { byteLength } = lines;
    const { atMs, memberIds, types, factsAt, factsEnd } = found;
    let count = 0;
    let number = 0;
    for (let start = 0; start < byteLength; number++) {
      const timeAt = start + uuidLength;
      const jsonAt = nextFacts(lines, timeAt);
      const end = endOfLine(lines, jsonAt);
      const typeAt = afterDigits(lines, timeAt, jsonAt);
      const code = typeCodes.of(lines, typeAt, jsonAt);
      const type = seenTypes[code] ??= learn(lines, { number, start, typeAt, jsonAt });
      if (type.isCounted) {
        if (!readUuid(lines, start, memberIds, 4 * count)) throw new UnreadableLine(number);
        atMs[count] = numberIn(lines, timeAt, typeAt);
        types[count] = type.code;
        factsAt[count] = jsonAt;
        factsEnd[count] = end;
        count += 1;
      }
      start = end + 1;
    }
    return count;
  }

  return {
    /** @throws {UnreadableLine} When a member has no UUID, or this version does not know a type. */
    read(page: ArrayBuffer): PageEvents {
      if (found.types.length * shortestLine < page.byteLength) {
        found = createRoom(Math.ceil(page.byteLength / shortestLine));
      }
      const lines = new DataView(page);
      const count = find(lines);
      const columns = firstOf(found, count);
      const memory = [page, ...Object.values(columns).map(({ buffer }) => buffer)];
      return { ...columns, count, lines, memory };
    },
  };
}

interface Line {
  readonly number: number;
  readonly start: number;
  readonly typeAt: number;
  readonly jsonAt: number;
}

/** A type that was not seen before; what stands there is none when the member has no UUID. */
function learn(lines: DataView, { number, start, typeAt, jsonAt }: Line): SeenType {
  if (!readUuid(lines, start, new Uint32Array(4), 0)) throw new UnreadableLine(number);
  const type = textIn(lines, typeAt, jsonAt);
  const seen = seenType(type);
  if (seen === undefined) throw new UnreadableLine(number, type);
  return seen;
}

/** Room for so many events. */
function createRoom(room: number) {
  return {
    atMs: new Float64Array(room),
    memberIds: new Uint32Array(4 * room),
    types: new Uint8Array(room),
    factsAt: new Uint32Array(room),
    factsEnd: new Uint32Array(room),
  };
}

/** The first events of them, in arrays of their own. */
function firstOf(columns: ReturnType<typeof createRoom>, count: number) {
  return {
    atMs: columns.atMs.slice(0, count),
    memberIds: columns.memberIds.slice(0, 4 * count),
    types: columns.types.slice(0, count),
    factsAt: columns.factsAt.slice(0, count),
    factsEnd: columns.factsEnd.slice(0, count),
  };
}

/** Two halves, each a small integer, are read faster than a large number. */
function numberIn(bytes: DataView, from: number, to: number): number {
  const middle = Math.max(from, to - 6);
  return digitsIn(bytes, from, middle) * 1e6 + digitsIn(bytes, middle, to);
}

function digitsIn(bytes: DataView, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = (number * 10 + bytes.getUint8(at) - zero) | 0;
  return number;
}

/** Where what is no digit begins. */
function afterDigits(bytes: DataView, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(bytes.getUint8(at))) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/** Bytes of a line of which only the UUID is long. */
const shortestLine = uuidLength;
const zero = "0".charCodeAt(0);
const nine = "9".charCodeAt(0);
