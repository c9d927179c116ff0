/**
 * Frames: the HTML around what differs from one request to the next. React renders each once, with a mark
 * where something of the request's own stands.
 *
 * @module
 */

/** What of a page is not its frame's. */
const slotNames = [
  "nonce",
  "member",
  "title",
  "refresh",
  "address",
  "menu",
  "content",
  "toast",
  "user",
  "seeds",
] as const;
export type Slot = typeof slotNames[number];

/** Rendered HTML that fits into each slot. */
export type Filling = Readonly<Record<Slot, Uint8Array>>;

export interface Frame {
  /** The frame, filled. */
  fill(filling: Filling): Uint8Array<ArrayBuffer>;
}

/** From the private use area: nothing that is configured has it. */
const edge = "\uE000";

/** Stands for a slot in what is rendered. */
export const slot = (name: Slot): string => edge + name + edge;

const marks = new RegExp(`${edge}(${slotNames.join("|")})${edge}`);
const encoder = new TextEncoder();

/** @param html With a mark for each slot that it has. */
export function createFrame(html: string): Frame {
  // Texts and names of slots take turns.
  const pieces = html.split(marks).map((piece, at) =>
    at % 2 === 0 ? encoder.encode(piece) : piece as Slot
  );
  return {
    fill: (filling) =>
      joined(pieces.map((piece) => piece instanceof Uint8Array ? piece : filling[piece])),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
