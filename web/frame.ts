/**
 * Frames: the HTML around the parts that differ between requests. React renders a frame with a placeholder for each
 * of those parts.
 *
 * @module
 */

const slotNames = [
  "nonce",
  "member",
  "title",
  "refresh",
  "address",
  "name",
  "initials",
  "picture",
  "waiting",
  "content",
  "toast",
  "seeds",
] as const;
export type Slot = typeof slotNames[number];

export type Filling = Readonly<Record<Slot, Uint8Array>>;

/** From Unicode's private use area, so that no configured text contains it. */
const edge = "\uE000";

export const slot = (name: Slot): string => edge + name + edge;

const marks = new RegExp(`${edge}(${slotNames.join("|")})${edge}`);
const encoder = new TextEncoder();

export class Frame {
  /** Texts and names of slots, alternating. */
  readonly #pieces: readonly (Uint8Array | Slot)[];

  /** @param html HTML with a placeholder for each of its slots. */
  constructor(html: string) {
    this.#pieces = html.split(marks).map((piece, at) =>
      at % 2 === 0 ? encoder.encode(piece) : piece as Slot
    );
  }

  fill(filling: Filling): Uint8Array<ArrayBuffer> {
    return joined(
      this.#pieces.map((piece) => piece instanceof Uint8Array ? piece : filling[piece]),
    );
  }
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
