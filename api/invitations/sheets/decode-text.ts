/** The text of a file in UTF-8, UTF-16 or Windows-1252, without its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16In(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Enough to see that every other byte is zero. */
const sampleBytes = 4096;

function utf16In(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleBytes);
  const [even, odd] = [0, 1].map((parity) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length
  );
  if (even === 0 && odd !== undefined && odd > sample.length / 4) return "utf-16le";
  if (odd === 0 && even !== undefined && even > sample.length / 4) return "utf-16be";
  return undefined;
}
