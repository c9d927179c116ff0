export type Token =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "open" | "close"; readonly name: string; readonly attributes: Attributes };

/** By name in lower case, values as they are written. */
export type Attributes = ReadonlyMap<string, string>;

/** Maximum per element, because hostile mail may have any number. */
const maxAttributes = 64;
/** Elements whose content isn't shown. */
const unread = new Set("script style title textarea xmp iframe noembed noframes".split(" "));

/** Reads HTML as browsers do, without comments and scripts, in linear time. */
export function* readTokens(html: string): Generator<Token> {
  let at = 0;
  let textFrom = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start < 0) break;
    const isClose = html[start + 1] === "/";
    const nameFrom = start + (isClose ? 2 : 1);
    if (!/[a-z]/i.test(html.charAt(nameFrom))) {
      // A "<" that starts nothing is text, as in "a < b".
      if (!isClose && html[nameFrom] !== "!" && html[nameFrom] !== "?") {
        at = start + 1;
        continue;
      }
      if (start > textFrom) yield { is: "text", text: html.slice(textFrom, start) };
      const isComment = html.startsWith("<!--", start);
      const end = isComment ? html.indexOf("-->", start + 2) : html.indexOf(">", start);
      at = textFrom = end < 0 ? html.length : end + (isComment ? 3 : 1);
      continue;
    }
    if (start > textFrom) yield { is: "text", text: html.slice(textFrom, start) };
    const tag = readTag(html, nameFrom);
    at = textFrom = tag.end;
    yield { is: isClose ? "close" : "open", name: tag.name, attributes: tag.attributes };
    if (!isClose && unread.has(tag.name)) {
      const closing = new RegExp(`</${tag.name}`, "gi");
      closing.lastIndex = at;
      at = textFrom = closing.exec(html)?.index ?? html.length;
    }
  }
  if (textFrom < html.length) yield { is: "text", text: html.slice(textFrom) };
}

const tagName = /[^\s/>]*/y;
/** A value whose quote isn't closed extends to the end of the text. */
const attribute =
  /[\s/]*(?:([^\s/>][^\s/>=]*)\s*(?:=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?)?/y;

/** Reads a tag from its name on. `end` is where the following text starts. */
function readTag(html: string, from: number) {
  tagName.lastIndex = from;
  const [name = ""] = tagName.exec(html) ?? [];
  const attributes = new Map<string, string>();
  let at = from + name.length;
  for (;;) {
    attribute.lastIndex = at;
    const [whole = "", key, doubleQuoted, singleQuoted, plain] = attribute.exec(html) ?? [];
    at += whole.length;
    if (key === undefined) return { name: name.toLowerCase(), attributes, end: at + 1 };
    const lower = key.toLowerCase();
    if (attributes.size < maxAttributes && !attributes.has(lower)) {
      attributes.set(lower, doubleQuoted ?? singleQuoted ?? plain ?? "");
    }
  }
}

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

/** Browsers read numbers from 0x80 to 0x9f as Windows-1252. */
const windows = new TextDecoder("windows-1252");

/** Replaces HTML's character references; others are unchanged. */
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
