const leastBytes = 256;
const space = " ".charCodeAt(0);

/** JSON with spaces after it, up to 256 bytes or a doubling of that: its length tells nothing smaller. */
export function padded(json: Uint8Array): Uint8Array {
  let bytes = leastBytes;
  while (bytes < json.length) bytes *= 2;
  const content = new Uint8Array(bytes).fill(space);
  content.set(json);
  return content;
}
