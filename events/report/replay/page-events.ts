import { createByteCodes } from "./byte-codes.ts";
import { type SeenType, seenType } from "./counted-types.ts";
import { endOfLine, isOfOtherShape, nextFacts, textIn } from "./event-lines.ts";
import { readUuid, uuidLength } from "./uuid.ts";

/**
 * Columns of a page's events, in order, without those that no statistic counts. One thread parses them
 * for the other; only facts are still text.
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
   * Buffers of the columns and the lines. Free them with `transfer(0)` once the events are counted: pages
   * come faster than the garbage collector looks for them.
   */
  readonly memory: readonly ArrayBuffer[];
}

/** A page has an event that is not in today's shape, or none that this version knows. */
export class UnreadablePage extends Error {
  override readonly name = "UnreadablePage";
}

export type PageReader = ReturnType<typeof createPageReader>;

/** Reads the events of pages. */
export function createPageReader() {
  const typeCodes = createByteCodes();
  const seenTypes: SeenType[] = [];
  let found = roomFor(0);

  /** Finds the events that are counted. Returns how many there are. */
  function find(lines: DataView): number {
    const { byteLength } = lines;
    const { atMs, memberIds, types, factsAt, factsEnd } = found;
    let count = 0;
    for (let start = 0; start < byteLength;) {
      const timeAt = start + uuidLength;
      const typeAt = afterDigits(lines, timeAt);
      const jsonAt = nextFacts(lines, typeAt);
      const end = endOfLine(lines, jsonAt);
      if (isOfOtherShape(end - jsonAt)) throw new UnreadablePage("An event is in another shape");
      const type = seenTypes[typeCodes.of(lines, typeAt, jsonAt)] ??= learn(lines, typeAt, jsonAt);
      if (type.isCounted) {
        if (!readUuid(lines, start, memberIds, 4 * count)) {
          throw new UnreadablePage("A member has no UUID");
        }
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
    /** @throws {UnreadablePage} When a member has no UUID, too. */
    read(page: ArrayBuffer): PageEvents {
      const room = Math.ceil(page.byteLength / shortestLine);
      if (found.types.length < room) found = roomFor(room);
      const lines = new DataView(page);
      const count = find(lines);
      const columns = firstOf(found, count);
      return { ...columns, count, lines, memory: [page, columns.types.buffer] };
    },
  };
}

/** @throws {UnreadablePage} When this version does not know the type. */
function learn(lines: DataView, from: number, to: number): SeenType {
  const seen = seenType(textIn(lines, from, to));
  if (seen === undefined) throw new UnreadablePage("An event's type is not known");
  return seen;
}

/** Columns for so many events, side by side: what is one piece is handed over in less time. */
function roomFor(events: number) {
  const memory = new ArrayBuffer(33 * events);
  return {
    atMs: new Float64Array(memory, 0, events),
    memberIds: new Uint32Array(memory, 8 * events, 4 * events),
    factsAt: new Uint32Array(memory, 24 * events, events),
    factsEnd: new Uint32Array(memory, 28 * events, events),
    types: new Uint8Array(memory, 32 * events, events),
  };
}

/** The first events of them, in a piece of their own. */
function firstOf(found: ReturnType<typeof roomFor>, count: number) {
  const first = roomFor(count);
  first.atMs.set(found.atMs.subarray(0, count));
  first.memberIds.set(found.memberIds.subarray(0, 4 * count));
  first.factsAt.set(found.factsAt.subarray(0, count));
  first.factsEnd.set(found.factsEnd.subarray(0, count));
  first.types.set(found.types.subarray(0, count));
  return first;
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
function afterDigits(bytes: DataView, from: number): number {
  let at = from;
  while (at < bytes.byteLength && isDigit(bytes.getUint8(at))) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/** Bytes of a line of which only the UUID is long. */
const shortestLine = uuidLength;
const zero = "0".charCodeAt(0);
const nine = "9".charCodeAt(0);
