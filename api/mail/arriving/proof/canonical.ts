/** How a DKIM signature sees a mail: as it is, or with white space made equal (RFC 6376, section 3.4). */
export type Canonicalization = "simple" | "relaxed";

/** @param line As in `HeaderField`. */
export function canonicalHeader(line: string, how: Canonicalization): string {
  if (how === "simple") return line;
  const colon = line.indexOf(":");
  const value = line.slice(colon + 1).replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
  return `${line.slice(0, colon).replace(/[ \t]+/g, "").toLowerCase()}:${value}`;
}

const [tab, lf, cr, space] = [9, 10, 13, 32] as const;

/** The body with CR LF at the end of each line, and without empty lines at its end. */
export function canonicalBody(body: Uint8Array, how: Canonicalization): Uint8Array {
  const isRelaxed = how === "relaxed";
  const made = new Uint8Array(2 * body.length + 2);
  let size = 0;
  let end = 0;
  let isSpacePending = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === lf) {
      made[size++] = cr;
      made[size++] = lf;
      isSpacePending = false;
    } else if (isRelaxed && (byte === space || byte === tab)) {
      isSpacePending = true;
    } else if (byte !== cr || body[at + 1] !== lf) {
      if (isSpacePending) made[size++] = space;
      isSpacePending = false;
      made[size++] = byte;
      end = size;
    }
  }
  if (end === 0 && isRelaxed) return new Uint8Array();
  made[end++] = cr;
  made[end++] = lf;
  return made.subarray(0, end);
}
