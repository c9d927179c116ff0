export type Token =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "open" | "close"; readonly name: string; readonly attributes: Attributes };

/** By name in lower case, values as they are written. */
export type Attributes = ReadonlyMap<string, string>;

/** Of one element that are read: hostile mail has elements with any number. */
const maxAttributes = 64;
/** Elements whose content is not text for readers. */
const unread = new Set("script style title textarea xmp iframe noembed noframes".split(" "));

/** Reads HTML as browsers do, without comments and scripts. Time grows with its length, however mangled it is. */
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
/** An attribute, if there is one. A value whose quote is not closed goes on to the end of the text. */
const attribute =
  /[\s/]*(?:([^\s/>][^\s/>=]*)\s*(?:=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?)?/y;

/** Reads a tag from its name on. `end` is where the text after it starts. */
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
