/**
 * Encoding of lists of texts as bytes: how many, the length of each, then all of them in UTF-8.
 *
 * @module
 */

/** How many texts are encoded together. */
const together = 4096;
/** A pause comes after so many of these. */
const partsASlice = 8;

/** @param pause Is called every few milliseconds, as requests may be waiting. */
export async function encodeTexts(
  texts: readonly string[],
  pause: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const lengths = new Uint32Array(1 + texts.length);
  lengths[0] = texts.length;
  const parts: Uint8Array[] = [];
  let size = lengths.byteLength;
  for (let at = 0; at < texts.length; at += together) {
    const some = texts.slice(at, at + together);
    for (const [index, text] of some.entries()) lengths[1 + at + index] = text.length;
    const bytes = encoder.encode(some.join(""));
    parts.push(bytes);
    size += bytes.byteLength;
    if (parts.length % partsASlice === 0) await pause();
  }
  const all = new Uint8Array(size);
  all.set(new Uint8Array(lengths.buffer));
  let at = lengths.byteLength;
  for (const [index, part] of parts.entries()) {
    all.set(part, at);
    at += part.byteLength;
    if (index % (4 * partsASlice) === 0) await pause();
  }
  return all;
}

/** @throws {TypeError} When a text is no UTF-8. */
export function createTextReader(): (bytes: Uint8Array<ArrayBuffer>) => string[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return (bytes) => {
    const [count = 0] = new Uint32Array(bytes.buffer, 0, 1);
    const lengths = new Uint32Array(bytes.buffer, 4, count);
    const all = decoder.decode(bytes.subarray(4 + lengths.byteLength));
    // Made as long as it will be: with a million texts, making it longer takes as long as filling it.
    const texts = new Array<string>(count);
    let start = 0;
    for (let at = 0; at < count; at++) {
      const end = start + lengths[at]!;
      texts[at] = all.slice(start, end);
      start = end;
    }
    return texts;
  };
}
