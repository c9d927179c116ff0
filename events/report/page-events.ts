import { createByteCodes } from "./byte-codes.ts";
import { type SeenType, seenType } from "./counted-types.ts";
import { endOfLine, type EventColumns, isEndOfLine, textIn } from "./event-columns.ts";
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
  /** Where each event's facts are in the text of all facts. */
  readonly factsAt: Uint32Array;
  readonly factsEnd: Uint32Array;
  readonly facts: DataView;
  /**
   * What all of it lies in. Whoever has counted the events gives it back with `transfer(0)`: pages come
   * faster than the garbage collector looks for them.
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
  let found = createRoom(0);

  /** Finds the events that are counted. Returns how many there are. */
  function find(members: DataView, times: DataView, types: DataView, facts: DataView): number {
    const { atMs, memberIds, types: codes, factsAt, factsEnd } = found;
    const { byteLength } = members;
    let count = 0;
    let timeAt = 0;
    let typeAt = 0;
    let at = 0;
    for (let memberAt = 0; memberAt < byteLength; memberAt += uuidLength + 1) {
      const timeEnd = endOfLine(times, timeAt);
      const typeEnd = endOfLine(types, typeAt);
      const end = endOfLine(facts, at);
      const type = seenTypes[typeCodes.of(types, typeAt, typeEnd)] ??= learn(
        types,
        typeAt,
        typeEnd,
      );
      if (end === at) throw new UnreadablePage("An event is in another shape");
      if (type.isCounted) {
        const isMember = isEndOfLine(members, memberAt + uuidLength) &&
          readUuid(members, memberAt, memberIds, 4 * count);
        if (!isMember) throw new UnreadablePage("A member has no UUID");
        atMs[count] = numberIn(times, timeAt, timeEnd);
        codes[count] = type.code;
        factsAt[count] = at;
        factsEnd[count] = end;
        count += 1;
      }
      timeAt = timeEnd + 1;
      typeAt = typeEnd + 1;
      at = end + 1;
    }
    return count;
  }

  return {
    /** @throws {UnreadablePage} When a member has no UUID, too. */
    read(page: EventColumns): PageEvents {
      const room = Math.ceil(page.memberId.byteLength / uuidLength);
      if (found.types.length < room) found = createRoom(room);
      const [members, times, types] = [page.memberId, page.atMs, page.type].map((column) =>
        new DataView(column)
      ) as [DataView, DataView, DataView];
      const facts = new DataView(page.facts);
      const count = find(members, times, types, facts);
      for (const { buffer } of [members, times, types]) (buffer as ArrayBuffer).transfer(0);
      const columns = firstOf(found, count);
      const memory = [page.facts, ...Object.values(columns).map(({ buffer }) => buffer)];
      return { ...columns, count, facts, memory };
    },
  };
}

function learn(types: DataView, from: number, to: number): SeenType {
  const seen = seenType(textIn(types, from, to));
  if (seen === undefined) throw new UnreadablePage("This version does not know a type");
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

const zero = "0".charCodeAt(0);
