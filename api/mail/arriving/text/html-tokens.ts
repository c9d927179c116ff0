/** A piece of HTML. */
export type Token =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "open" | "close"; readonly name: string; readonly attributes: Attributes };

/** By name in lower case, values as they are written. */
export type Attributes = ReadonlyMap<string, string>;

/** Attributes of an element that are read; hostile ones have no end of them. */
const most = 64;
const none: Attributes = new Map();
/** What is inside these is not text that anyone reads. */
const unread = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
]);

/**
 * Reads HTML as browsers do, without its comments and scripts. Each character is looked at a fixed number of times,
 * however mangled the HTML is.
 */
export function* readTokens(html: string): Generator<Token> {
  let at = 0;
  let textFrom = 0;
  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start < 0) break;
    const isClose = html[start + 1] === "/";
    const nameFrom = start + (isClose ? 2 : 1);
    if (!isLetter(html.charCodeAt(nameFrom))) {
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
    const tag = new TagReader(html, nameFrom);
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

class TagReader {
  readonly name: string;
  readonly attributes: Attributes;
  /** Where the text after the tag starts. */
  readonly end: number;
  #at: number;

  constructor(private readonly html: string, from: number) {
    this.#at = from;
    this.name = this.#until(/[\s/>]/g).toLowerCase();
    this.attributes = this.#attributes();
    this.end = this.#at + 1;
  }

  #attributes(): Attributes {
    let found: Map<string, string> | undefined;
    while (true) {
      this.#until(/[^\s/]/g);
      if (this.#at >= this.html.length || this.html[this.#at] === ">") return found ?? none;
      // A name may start with "=".
      this.#at++;
      const name = (this.html[this.#at - 1] + this.#until(/[\s/>=]/g)).toLowerCase();
      this.#until(/\S/g);
      const value = this.html[this.#at] === "=" ? this.#value() : "";
      found ??= new Map();
      if (found.size < most && !found.has(name)) found.set(name, value);
    }
  }

  #value(): string {
    this.#at++;
    this.#until(/\S/g);
    const quote = this.html[this.#at];
    if (quote !== '"' && quote !== "'") return this.#until(/[\s>]/g);
    this.#at++;
    const end = this.html.indexOf(quote, this.#at);
    const value = this.html.slice(this.#at, end < 0 ? this.html.length : end);
    this.#at = end < 0 ? this.html.length : end + 1;
    return value;
  }

  /** Reads up to what `stop` finds, or to the end. */
  #until(stop: RegExp): string {
    const from = this.#at;
    stop.lastIndex = from;
    this.#at = stop.exec(this.html)?.index ?? this.html.length;
    return this.html.slice(from, this.#at);
  }
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
