/** Names of the characters from U+00A0 to U+00FF, in order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";

/** Other characters after their names. */
const others =
  `amp & lt < gt > quot " apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ zwnj \u200c zwj \u200d ndash – mdash — lsquo ‘ ` +
  "rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † bull • hellip … permil ‰ lsaquo ‹ rsaquo › euro € trade ™ larr ← " +
  "rarr → minus − ne ≠ le ≤ ge ≥ commat @ period . colon : num # lowbar _ hyphen ‐";
const spaces = { ensp: " ", emsp: " ", thinsp: " ", NewLine: "\n", Tab: "\t", lrm: "", rlm: "" };

const named: ReadonlyMap<string, string> = new Map([
  ...latin.split(" ").map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
  ...Array.from(
    others.matchAll(/(\S+) (\S+)/g),
    ([, name = "", text = ""]) => [name, text] as const,
  ),
  ...Object.entries(spaces),
]);

/** Browsers read numbers from 0x80 to 0x9f as characters of Windows. */
const windows = new TextDecoder("windows-1252");

/** Replaces the character references of HTML; what is none stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,8})|#(\d{1,8})|([a-z][a-z\d]{1,9}));?/gi,
    (whole, hex: string, decimal: string, name: string) =>
      name === undefined
        ? characterOf(hex === undefined ? parseInt(decimal, 10) : parseInt(hex, 16))
        : whole.endsWith(";") || name === "nbsp"
        ? named.get(name) ?? whole
        : whole,
  );
}

function characterOf(code: number): string {
  if (code >= 0x80 && code < 0xa0) return windows.decode(Uint8Array.of(code));
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
    ? "\ufffd"
    : String.fromCodePoint(code);
}
