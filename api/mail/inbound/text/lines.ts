/** Splits a mail's text into lines, and reads their quote marks. */

export interface Line {
  readonly text: string;
  /** `head` is above a quote: "On … wrote:". `indented` may be a quote or the author's own. */
  readonly is: "own" | "quote" | "head" | "signature" | "indented";
}

/** Parameters of `format=flowed` in the mail's `Content-Type`. */
export interface Flow {
  readonly isFlowed?: boolean;
  /** `DelSp=yes`: the space at the end of a wrapped line is not part of the text. */
  readonly deletesSpaces?: boolean;
}

/** Splits plain text into lines. @see {@link https://www.rfc-editor.org/rfc/rfc3676} for flowed text. */
export function splitLines(text: string, { isFlowed, deletesSpaces }: Flow = {}): Line[] {
  const lines = clean(text).replace(file, "").replace(brokenAddress, "$1$2").split("\n");
  const own = comparisonsIn(lines);
  return isFlowed ? joinFlowed(lines, deletesSpaces ?? false, own) : lines.map(markQuote(own));
}

/** A program's placeholder for a picture or file, with its name or id. */
const file =
  /\[(?:cid:[^\]\s]{1,200}|image: [^\]\n]{1,200})\]|<[^<>\n/:@]{1,200}\.(?:png|jpe?g|gif|heic|webp|pdf|docx?|xlsx?|pptx?|vcf|ics|mov|mp4)>/gi;

/** Gmail wraps an address before its ">", which isn't a quote mark: "<sam@example.com\n> wrote:". */
const brokenAddress = /(<[^<>@\s]{1,200}@[^<>@\s]{1,200})\n(>[^\n>]{0,40}[:：][ \t]*)(?=\n|$)/g;

/** Makes text safe to show: no character is invisible or reverses the text's direction. */
export function clean(text: string): string {
  return text.toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    // Limits the time for many empty lines.
    .replace(/\n(?:[ \t]*\n){3,}/g, "\n\n\n")
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(
      /(?![\t\n])\p{Cc}|[\u00ad\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu,
      "",
    );
}

/** The mark of a quote. Mail stores write `>From` for an author's line that starts with "From". */
function markQuote(own: ReadonlySet<number>) {
  return (text: string, at: number, all: readonly string[]): Line => {
    const isQuote = mark.test(text) && !own.has(at) && (!text.startsWith(">From ") ||
      [all[at - 1], all[at + 1]].some((line) => line?.startsWith(">")));
    return { text, is: isQuote ? "quote" : "own" };
  };
}

const mark = /^ ?>/;
/** "Greater than": ">90% passed", "> 3.0 GPA", ">=300". */
const comparison = /^ ?>=? ?[$€£~]?\.?\d/;

/** The author's lines that start like a quote. They are alone, not within or below a quote. */
function comparisonsIn(lines: readonly string[]): ReadonlySet<number> {
  const own = new Set<number>();
  for (let from = 0; from < lines.length; from++) {
    if (!mark.test(lines[from] as string)) continue;
    let end = from;
    while (end < lines.length && mark.test(lines[end] as string)) end++;
    const block = lines.slice(from, end);
    let above = from - 1;
    while (above > from - 4 && lines[above]?.trim() === "") above--;
    // "On … wrote:" is above a quote.
    const isQuote = /(?:wrote|schrieb|[<(@].*|\d\d:\d\d.*)[:：]\s*$/.test(
      (lines[above] ?? "").slice(-200),
    );
    if (!isQuote && block.every((line) => comparison.test(line))) {
      for (let at = from; at < end; at++) own.add(at);
    }
    from = end;
  }
  return own;
}

function joinFlowed(
  lines: readonly string[],
  deletesSpaces: boolean,
  own: ReadonlySet<number>,
): Line[] {
  const joined: Line[] = [];
  let parts: string[] = [];
  let depth = 0;
  const end = () => {
    if (parts.length === 0) return;
    const text = parts.join("");
    joined.push(
      depth > 0
        ? { text: `${">".repeat(Math.min(depth, 9))} ${text}`, is: "quote" }
        : { text, is: "own" },
    );
    parts = [];
  };
  for (const [at, line] of lines.entries()) {
    let marks = 0;
    while (line[marks] === ">" && !own.has(at)) marks++;
    const text = line.slice(line[marks] === " " ? marks + 1 : marks);
    const isSignature = text === "-- ";
    if (marks !== depth || isSignature) end();
    depth = marks;
    const isSoft = text.endsWith(" ") && !isSignature;
    parts.push(isSoft && deletesSpaces ? text.slice(0, -1) : text);
    if (!isSoft) end();
  }
  end();
  return joined;
}
