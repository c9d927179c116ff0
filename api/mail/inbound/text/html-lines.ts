import { type Attributes, decodeEntities, readTokens } from "./html-tokens.ts";
import { clean, type Line } from "./lines.ts";
import { isLetterEnd } from "./reply-marker.ts";

interface State {
  readonly name: string;
  readonly is: Line["is"];
  readonly isHidden: boolean;
  /** Whether it has no size, which an element inside may change. */
  readonly isTiny: boolean;
  readonly isPreformatted: boolean;
  readonly isSpaced: boolean;
}

const root: State = {
  ...{ name: "", is: "own", isHidden: false, isTiny: false, isPreformatted: false },
  isSpaced: false,
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const empty = words("area base br col embed hr img input link meta param source track wbr");
/** Elements that start a line. All others, even unknown ones, are inline. */
const block = words(
  "address article aside blockquote body br caption center dd details dir div dl dt fieldset figcaption figure footer " +
    "form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p pre section summary table tbody td tfoot th " +
    "thead tr ul",
);
const spaced = words("p blockquote ul ol pre table h1 h2 h3 h4 h5 h6 dl");
const hidden = words(
  "head script style title template textarea xmp iframe noembed noframes object svg math select",
);
/** Classes, ids and names that mail programs give to signatures. */
const signatures =
  /(?<!no-?)signature|(?:^|[\s_-])sig(?:$|[\s_-]|\d)|bloop_sign|__sig_(?:pre|post)__|zm-?_id_-?sgn|_mailautosig/i;
/** Whether HTML may have such a mark. */
export const signatureMark =
  /signature|[\s"'_-]sig["'\s_\d-]|bloop_sign|__sig_p|zm-?_id_-?sgn|_mailautosig|apple-content-edited/i;
const signatureAttributes = ["class", "id", "name", "data-marker", "data-smartmail"];
const heads = /\b(gmail_attr|moz-cite-prefix)/i;
const quotes = /\b(yahoo_quoted|zmail_extra)/i;
/** The line for an `<hr>`. */
const rule = "_".repeat(32);
/** Inline elements that an end tag may close out of order, because programs nest them wrongly. */
const deepest = 8;

/**
 * Plain text of HTML: blocks, line breaks and lists stay, links become their text; pictures,
 * scripts and hidden parts are left out. Quotes and signatures are marked.
 */
export function readHtmlLines(html: string): Line[] {
  const reader = new HtmlReader();
  for (const token of readTokens(html)) {
    if (token.is === "text") reader.text(token.text);
    else if (token.is === "open") reader.open(token.name, token.attributes);
    else reader.close(token.name);
  }
  return reader.finish();
}

class HtmlReader {
  readonly #lines: Line[] = [];
  readonly #stack: State[] = [root];
  readonly #open = new Map<string, number>();
  #parts: string[] = [];
  #lineIs: Line["is"] = "own";
  #hasText = false;
  #endsWithSpace = true;
  /** Outlook puts its quote after this point, not inside an element. */
  #isRestQuoted = false;
  /** Outlook for Windows marks the start of its signature. */
  #isRestSigned = false;
  /** Lines that are a quote or signature only by their position, in the author's elements. */
  readonly #byPlace = new Set<number>();
  #letterEnd = Infinity;
  #writtenIs: Line["is"] = "own";

  text(source: string): void {
    if (this.#isUnseen) return;
    if (this.#state.isPreformatted) {
      clean(decodeEntities(source)).split("\n").forEach((part, at) => {
        if (at > 0) this.#endLine();
        this.#add(part);
      });
      return;
    }
    // Non-breaking spaces stay: programs write empty lines with them.
    const decoded = decodeEntities(source.replace(/[ \t\n\r\f]+/g, " "));
    const text = clean(decoded).replaceAll("\n", " ");
    this.#add(this.#endsWithSpace && decoded.startsWith(" ") ? text.slice(1) : text);
  }

  open(name: string, attributes: Attributes): void {
    while (name === "body" && this.#stack.length > 1) this.#pop();
    if (block.has(name)) {
      this.#break(name, isSpaced(name, attributes));
      const { name: parent } = this.#state;
      if (!empty.has(name) && (parent === "p" || (parent === "li" && name === "li"))) this.#pop();
    }
    if (/divrplyfwdmsg$/i.test(attributes.get("id") ?? "") && this.#state.is !== "quote") {
      this.#isRestQuoted = true;
      if (this.#lines.at(-1)?.text === rule) this.#lines.splice(-1, 1, { text: rule, is: "quote" });
    }
    if (/_mailautosig/i.test(attributes.get("name") ?? "")) this.#isRestSigned = true;
    if (empty.has(name)) {
      // Apple's mark on iPhones: what follows in the same element.
      if (/beginningofsignature/i.test(attributes.get("id") ?? "")) this.#signRest();
      return;
    }
    this.#stack.push(stateOf(name, attributes, this.#state));
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    if (name === "li" && !this.#isUnseen) this.#add("- ");
  }

  close(name: string): void {
    if (block.has(name)) {
      this.#break(name, this.#state.name === name ? this.#state.isSpaced : spaced.has(name));
    }
    if ((this.#open.get(name) ?? 0) === 0) return;
    const depth = block.has(name)
      ? this.#stack.length - this.#stack.findLastIndex((open) => open.name === name)
      : this.#depthOf(name);
    for (let times = 0; times < depth; times++) this.#pop();
  }

  finish(): Line[] {
    this.#endLine();
    // Text below our letter is the author's.
    return this.#lines.map((line, at) =>
      at > this.#letterEnd && this.#byPlace.has(at) ? { ...line, is: "own" } : line
    );
  }

  get #state(): State {
    return this.#stack.at(-1) as State;
  }

  /** The number of elements that this end tag closes; 0 if the element isn't in the same block. */
  #depthOf(name: string): number {
    for (let depth = 1; depth <= deepest; depth++) {
      const open = this.#stack.at(-depth)?.name ?? "";
      if (open === name) return depth;
      if (block.has(open)) return 0;
    }
    return 0;
  }

  get #isUnseen(): boolean {
    return this.#state.isHidden || this.#state.isTiny;
  }

  #pop(): void {
    const { name } = this.#stack.pop() as State;
    this.#open.set(name, (this.#open.get(name) ?? 1) - 1);
  }

  #break(name: string, isSpaced: boolean): void {
    if (this.#isUnseen) return;
    if (name === "td" || name === "th") {
      if (this.#hasText && !this.#endsWithSpace) this.#add(" ");
      return;
    }
    if (name === "br" || this.#parts.length > 0) this.#endLine();
    const last = this.#lines.at(-1);
    if (isSpaced && last !== undefined && last.text !== "") {
      this.#lines.push({ text: "", is: last.is });
    }
    if (name === "hr" && this.#lines.at(-1)?.text !== rule) {
      this.#lines.push({ text: rule, is: this.#kind });
    }
  }

  get #kind(): Line["is"] {
    if (this.#isRestQuoted) return "quote";
    return this.#isRestSigned && this.#state.is === "own" ? "signature" : this.#state.is;
  }

  #signRest(): void {
    if (this.#state.is !== "own" || this.#stack.length === 1) return;
    this.#stack.push({ ...this.#stack.pop() as State, is: "signature" });
  }

  #add(text: string): void {
    if (text === "") return;
    if (this.#kind !== this.#lineIs && this.#hasText) this.#endLine();
    if (!this.#hasText) {
      this.#lineIs = this.#kind;
      this.#writtenIs = this.#state.is;
    }
    this.#parts.push(text);
    this.#hasText ||= text.trim() !== "";
    this.#endsWithSpace = text.endsWith(" ");
  }

  #endLine(): void {
    const text = this.#parts.join("");
    if (isLetterEnd(text)) this.#letterEnd = this.#lines.length;
    if (this.#hasText && this.#lineIs !== this.#writtenIs) this.#byPlace.add(this.#lines.length);
    this.#lines.push({ text, is: this.#hasText ? this.#lineIs : this.#kind });
    this.#parts = [];
    this.#hasText = false;
    this.#endsWithSpace = true;
  }
}

function stateOf(name: string, attributes: Attributes, parent: State): State {
  const style = (attributes.get("style") ?? "").replace(/\s+/g, "").toLowerCase();
  const size = /(?:^|;)font-size:(\d*\.?\d+)/.exec(style)?.[1];
  return {
    name,
    is: parent.is === "quote" ? "quote" : kindOf(name, attributes, style) ?? parent.is,
    isHidden: parent.isHidden || hidden.has(name) || attributes.has("hidden") || unseen.test(style),
    isTiny: size === undefined ? parent.isTiny : Number(size) === 0,
    isPreformatted: parent.isPreformatted || name === "pre",
    isSpaced: isSpaced(name, attributes),
  };
}

/** Word's paragraphs have no space between them. */
function isSpaced(name: string, attributes: Attributes): boolean {
  return spaced.has(name) && !/^mso/i.test(attributes.get("class") ?? "");
}

const unseen =
  /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|(?:max-height|opacity):0(?:px|pt|em|%)?(?:;|!|$))/;

function kindOf(name: string, attributes: Attributes, style: string): Line["is"] | undefined {
  const names = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""}`;
  if (isSignature(attributes, style)) return "signature";
  if (heads.test(names)) return "head";
  if (quotes.test(names)) return "quote";
  if (name !== "blockquote") return undefined;
  const isMarked = attributes.has("cite") || attributes.get("type")?.toLowerCase() === "cite" ||
    /quot|cite/i.test(names) || /border-left(?:-width)?:(?!none|0|medium)/.test(style);
  return isMarked ? "quote" : "indented";
}

function isSignature(attributes: Attributes, style: string): boolean {
  return signatureAttributes.some((name) => signatures.test(attributes.get(name) ?? "")) ||
    attributes.get("apple-content-edited") === "true" ||
    attributes.has("data-signatureblock") || attributes.has("data-signature-widget") ||
    /mso-bookmark:['"]?_mailautosig/.test(style);
}
