import { UnknownEvent } from "../log/upcast.ts";
import type { MemberEventType } from "../members/events.ts";
import { schemaVersion } from "../members/schema-version.ts";
import { createByteCodes } from "./byte-codes.ts";
import { type SeenType, seenType } from "./counted-types.ts";
import { textIn } from "./event-lines.ts";
import { createFactsReader, type FactCodes, type Facts } from "./facts.ts";
import { createMemberIndex } from "./member-index.ts";
import { ReportError } from "./report-error.ts";
import { readUuid, uuidLength } from "./uuid.ts";

/** One event as a replay shows it. The object is used again for the next one: keep no reference. */
export interface LoggedEvent {
  atMs: number;
  /** The member's number. */
  member: number;
  type: MemberEventType;
  readonly facts: Facts;
}

/**
 * Reads events from the lines of pages, and numbers their members.
 *
 * @param codes Learns the values that facts have.
 */
export function createEventReader(codes: FactCodes) {
  const index = createMemberIndex();
  const facts = createFactsReader(codes);
  const typeCodes = createByteCodes();
  const types: SeenType[] = [];
  const event: LoggedEvent = {
    atMs: 0,
    member: 0,
    type: "MemberRegistered",
    facts: facts.read(viewOf("{}"), 0),
  };
  let lines = viewOf("");
  let found = createPlaces(0);

  function refuse(line: number, timeAt: number): never {
    const position = numberIn(lines, line, timeAt - 1);
    throw new ReportError(`The event at log position ${position} has no UUID for its member`);
  }

  return {
    /** Takes a page; returns how many of its events any statistic counts. */
    open(page: ArrayBuffer): number {
      lines = new DataView(page);
      const { byteLength } = lines;
      if (found.size * shortestLine < byteLength) {
        found = createPlaces(Math.ceil(byteLength / shortestLine));
      }
      const { times, ids, members, typeOf, factsAt } = found;
      let count = 0;
      for (let line = 0; line < byteLength;) {
        const timeAt = after(space, lines, line, byteLength);
        const memberAt = after(space, lines, timeAt, byteLength);
        const memberEnd = memberAt + uuidLength;
        const typeAt = memberEnd + 1;
        if (memberEnd >= byteLength || lines.getUint8(memberEnd) !== space) refuse(line, timeAt);
        const jsonAt = after(space, lines, typeAt, byteLength);
        const code = typeCodes.of(lines, typeAt, jsonAt - 1);
        if (code === types.length) {
          types.push(known(textIn(lines, typeAt, jsonAt - 1), numberIn(lines, line, timeAt - 1)));
        }
        if (types[code]?.isCounted) {
          if (!readUuid(lines, memberAt, ids, 4 * count)) refuse(line, timeAt);
          times[count] = numberIn(lines, timeAt, memberAt - 1);
          typeOf[count] = code;
          factsAt[count] = jsonAt;
          count += 1;
        }
        line = after(lineBreak, lines, jsonAt, byteLength);
      }
      // Members are looked for one right after the other: the processor then waits for several places
      // of a large table at a time.
      for (let place = 0; place < count; place++) members[place] = index.of(ids, 4 * place);
      return count;
    },
    /** The counted event at a place in the page, from 0. */
    at(place: number): LoggedEvent {
      event.atMs = found.times[place] ?? 0;
      event.member = found.members[place] ?? 0;
      event.type = types[found.typeOf[place] ?? 0]?.type ?? event.type;
      facts.read(lines, found.factsAt[place] ?? 0);
      return event;
    },
  };
}

/** Room for what is known of a page's events, by their place among those that are counted. */
function createPlaces(size: number) {
  return {
    size,
    times: new Float64Array(size),
    /** UUIDs in four words each. */
    ids: new Uint32Array(4 * size),
    members: new Uint32Array(size),
    typeOf: new Uint8Array(size),
    /** Where the facts begin in the page. */
    factsAt: new Uint32Array(size),
  };
}

function known(type: string, position: number): SeenType {
  const seen = seenType(type);
  if (seen === undefined) throw new UnknownEvent({ position, type, schemaVersion });
  return seen;
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

/** Where what comes after the next such byte begins. */
function after(byte: number, bytes: DataView, from: number, end: number): number {
  let at = from;
  while (at < end && bytes.getUint8(at) !== byte) at += 1;
  return at + 1;
}

function viewOf(text: string): DataView {
  return new DataView(new TextEncoder().encode(text).buffer);
}

/** Bytes of a line of which only the UUID is long. */
const shortestLine = uuidLength;
const zero = "0".charCodeAt(0);
const space = " ".charCodeAt(0);
const lineBreak = "\n".charCodeAt(0);
