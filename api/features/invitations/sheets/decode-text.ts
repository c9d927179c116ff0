/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark. Runs of bytes that aren't UTF-8 are
 * read as Windows-1252 or Mac Roman, so that one name in another encoding garbles no others.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16In(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

/** Enough to see that every other byte is zero. */
const sampleBytes = 4096;

function utf16In(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  // A few characters, such as Ā, have a zero in the other byte.
  if (odd > sample.length / 4 && even < odd / 8) return "utf-16le";
  if (even > sample.length / 4 && odd < even / 8) return "utf-16be";
  return undefined;
}

function decodeMixed(bytes: Uint8Array): string {
  const foreign = new TextDecoder(singleByteEncoding(bytes));
  const characters = Array.from(
    { length: 256 },
    (_, byte) => foreign.decode(new Uint8Array([byte])).charCodeAt(0),
  );
  const utf16 = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const size = characterLength(bytes, at);
    const first = bytes[at] ?? 0;
    if (size < 2) utf16[length++] = size === 0 ? characters[first] ?? first : first;
    else {
      let point = first & (0xff >> (size + 1));
      for (let next = at + 1; next < at + size; next++) {
        point = point << 6 | (bytes[next] ?? 0) & 0x3f;
      }
      for (const unit of String.fromCodePoint(point).split("")) {
        utf16[length++] = unit.charCodeAt(0);
      }
    }
    at += size || 1;
  }
  return new TextDecoder("utf-16le").decode(utf16.subarray(0, length));
}

type Run = readonly [start: number, end: number];

/** The first runs of bytes that aren't UTF-8. */
function foreignRuns(bytes: Uint8Array, most: number): Run[] {
  const runs: [number, number][] = [];
  for (let at = 0; at < bytes.length && runs.length < most;) {
    const length = characterLength(bytes, at);
    const last = runs.at(-1);
    if (length === 0 && last?.[1] === at) last[1] = at + 1;
    else if (length === 0) runs.push([at, at + 1]);
    at += length || 1;
  }
  return runs;
}

/** Bytes of the UTF-8 character that begins here; 0 if none does. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let next = at + 1; next < at + length; next++) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates and what is past the last character.
  const isWrong = first === 0xe0 && second < 0xa0 || first === 0xed && second > 0x9f ||
    first === 0xf0 && second < 0x90 || first === 0xf4 && second > 0x8f;
  return isWrong ? 0 : length;
}

const encodings = ["windows-1252", "macintosh"] as const;
const maxCompared = 2_000;
const maxRun = 20;

/** The encoding in which more of these bytes make sense beside the letters around them. */
function singleByteEncoding(bytes: Uint8Array): typeof encodings[number] {
  const compared = foreignRuns(bytes, maxCompared);
  const [windows, mac] = encodings.map((encoding) => {
    const decoder = new TextDecoder(encoding);
    return compared.reduce((sum, [start, end]) => {
      const around = decoder.decode(
        bytes.subarray(Math.max(0, start - 1), Math.min(end, start + maxRun) + 3),
      );
      return sum + sense(around, start === 0 ? 0 : 1, end - start);
    }, 0);
  });
  return (mac ?? 0) > (windows ?? 0) ? "macintosh" : "windows-1252";
}

/** How well characters fit in their word: "é" fits well, "Ž" or "‡" doesn't. */
function sense(text: string, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + Math.min(length, maxRun); at++) {
    const [before = "", one = "", after = ""] = [text[at - 1], text[at], text[at + 1]];
    const isBeside = isLetter(before) || isLetter(after);
    if (/\p{Ll}/u.test(one)) sum += /\p{Lu}/u.test(after) ? -1 : 1;
    else if (/\p{Lu}/u.test(one)) {
      const isWithin = isLetter(before) &&
        (/\p{Ll}/u.test(before + after) || /\p{Lu}\p{Ll}/u.test(after + (text[at + 2] ?? "")));
      sum += isWithin ? -1 : isBeside ? 1 : 0;
    } else if (one === "€") sum += isLetter(before) && isLetter(after) ? 0 : 1;
    else if (one === "’") {
      const isInName = /\p{Lu}/u.test(before) && /\p{Lu}/u.test(after);
      const isInWord = /\p{Ll}/u.test(before) && /[aeiou]/.test(after);
      sum += isInName ? 2 : isInWord ? -1 : /\p{L}/u.test(before) ? 1 : -1;
    } else sum += /[“”‘–—…•\xa0]/.test(one) && !(isLetter(before) && isLetter(after)) ? 1 : -1;
  }
  return sum;
}

function isLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}
