/** Characters of a UUID's text. */
export const uuidLength = 36;

/**
 * Reads a UUID where it lies, into four words.
 *
 * @returns Whether it is one.
 */
export function readUuid(text: DataView, from: number, words: Uint32Array, to: number): boolean {
  const a = hex(text, from);
  const b = hex(text, from + 4);
  const c = hex(text, from + 9);
  const d = hex(text, from + 14);
  const e = hex(text, from + 19);
  const f = hex(text, from + 24);
  const g = hex(text, from + 28);
  const h = hex(text, from + 32);
  words[to] = a << 16 | b;
  words[to + 1] = c << 16 | d;
  words[to + 2] = e << 16 | f;
  words[to + 3] = g << 16 | h;
  return (a | b | c | d | e | f | g | h) >= 0 &&
    text.getUint8(from + 8) === dash && text.getUint8(from + 13) === dash &&
    text.getUint8(from + 18) === dash && text.getUint8(from + 23) === dash;
}

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  const bytes = new DataView(new TextEncoder().encode(text).buffer);
  return bytes.byteLength === uuidLength && readUuid(bytes, 0, new Uint32Array(4), 0);
}

/** The number that four hexadecimal digits make; a negative one when they are none. */
function hex(text: DataView, at: number): number {
  return digitAt(text, at) << 12 | digitAt(text, at + 1) << 8 | digitAt(text, at + 2) << 4 |
    digitAt(text, at + 3);
}

function digitAt(text: DataView, at: number): number {
  return digits[text.getUint8(at)] ?? none;
}

const none = -1;
/** By character code. */
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? none : value;
});
const dash = "-".charCodeAt(0);
