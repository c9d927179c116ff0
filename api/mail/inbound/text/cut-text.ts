/** Cuts quotes and signatures from a mail's text. If no rule is sure, the text stays. */
import type { CutText, WrittenText } from "../inbound-mail.ts";
import { type Attribution, findAttribution } from "./attribution.ts";
import { endingLines, readEnding } from "./closing.ts";
import { maskContacts } from "./contacts.ts";
import {
  headerBlock,
  headerBlockLines,
  isAnyHeader,
  isDivider,
  namesLetter,
  ownHeaderLines,
  type OwnLetter,
  readMessageTitle,
  unknownHeaderLines,
} from "./header-block.ts";
import type { Line } from "./lines.ts";
import { isLetterEnd, isReplyMarker } from "./reply-marker.ts";
import { isNotice, isProgramFooter, signatureStart } from "./signature.ts";

/** Takes time proportional to the text's length. */
export function cutLines(lines: readonly Line[], letter: OwnLetter = unknownLetter): WrittenText {
  const cutter = new Cutter(lines, letter);
  cutter.cutQuotes();
  cutter.cutSignatures();
  return cutter.written();
}

const unknownLetter: OwnLetter = { addresses: [], names: [], subject: "" };

class Cutter {
  readonly #texts: string[];
  readonly #is: Line["is"][];
  readonly #contacts: string[] = [];
  readonly #naming = new Map<number, boolean>();
  #memoEnd = 0;

  constructor(lines: readonly Line[], private readonly letter: OwnLetter) {
    this.#texts = lines.map(({ text }) => text);
    this.#is = lines.map(({ is }) => is);
  }

  cutQuotes(): void {
    for (let at = 0; at < this.#texts.length; at++) {
      if (!this.#isOwn(at)) continue;
      if (this.#isBelowLetter(at)) {
        this.#is[at] = "quote";
        continue;
      }
      if (isReplyMarker(this.#texts[at] as string, this.#texts[at + 1] ?? "")) {
        this.#mark(this.#headAbove(at), at, "quote");
        if (this.#is[at] === "indented") this.#markIndented(at);
        else at = this.#markLetter(at) - 1;
        continue;
      }
      if (this.#isMemo(at)) continue;
      let end = this.#quoteHeadEnd(at);
      if (end === undefined) {
        if (this.#is[at] === "head") this.#is[at] = "quote";
        continue;
      }
      const next = this.#nextText(end);
      if (this.#is[next] === "indented") this.#markIndented(next);
      // Marked lines show where the quote ends. Otherwise everything after is quoted.
      else if (this.#is[next] !== "quote") end = this.#markLetter(end);
      at = end - 1;
    }
  }

  cutSignatures(): void {
    for (let from = 0; from < this.#texts.length; from++) {
      if (!this.#isOwn(from)) continue;
      let end = from;
      while (end < this.#texts.length && this.#isOwn(end)) end++;
      this.#cutParagraphs(from, end);
      const own = this.#texts.slice(from, end).map((text, at) =>
        this.#isOwn(from + at) ? text : ""
      );
      const start = from + signatureStart(own);
      this.#mark(start, end, "signature");
      this.#cutEnding(from, start);
      from = end;
    }
  }

  written(): WrittenText {
    const textOf = (isIt: (at: number) => boolean) =>
      tidy(this.#texts.map((text, at) => isIt(at) ? text : undefined));
    const cut = (["quote", "signature"] as const).map((is): CutText => ({
      is,
      text: textOf((at) => this.#is[at] === is),
    }));
    const contacts: CutText = { is: "contact", text: this.#contacts.join("\n") };
    return {
      text: textOf((at) => this.#isOwn(at)),
      cut: [...cut, contacts].filter(({ text }) => text !== ""),
    };
  }

  /** Marks the lines above a quote if they end here. Returns where the quote itself starts. */
  #quoteHeadEnd(at: number): number | undefined {
    const text = this.#texts[at] as string;
    if (text.length < 2 || text.trim() === "") return undefined;
    const attribution = this.#attributionAt(at);
    if (attribution !== undefined && this.#isFollowed(attribution, at + 1)) {
      this.#mark(at - attribution.lines + 1, at + 1, "quote");
      return at + 1;
    }
    const title = readMessageTitle(text);
    if (title !== undefined) {
      const next = this.#nextText(at + 1);
      const headers = headerBlockLines(this.#textAt, next) ||
        unknownHeaderLines(this.#textAt, next);
      if (title === "sure" || headers > 0 || (title === "known" && this.#isQuoted(next))) {
        const end = headers > 0 ? next + headers : at + 1;
        this.#mark(at, end, "quote");
        return end;
      }
    }
    const headers = headerBlockLines(this.#textAt, at) ||
      ownHeaderLines(this.#textAt, at, this.#namesLetter);
    if (headers === 0) return undefined;
    const above = this.#previousText(at);
    this.#mark(isDivider(this.#texts[above] ?? "") ? above : at, at + headers, "quote");
    return at + headers;
  }

  /** The first line that a program wrote directly above the marker, in any language. */
  #headAbove(marker: number): number {
    let from = marker;
    const last = this.#previousText(marker);
    const attribution = this.#attributionAt(last);
    if (attribution !== undefined) return last - attribution.lines + 1;
    let isNamed = false;
    let below = marker;
    for (let at = last; at > marker - 20 && this.#isOwn(at); at = this.#previousText(at)) {
      const text = this.#texts[at] as string;
      if (isDivider(text)) return at;
      const isNaming = this.#namesLetter(at);
      const isApart = at < below - 1;
      if (!isNaming && (!isAnyHeader(text) || (isNamed && isApart))) break;
      isNamed ||= isNaming;
      from = below = at;
    }
    // A single line with a colon may be the author's.
    return isNamed || marker - from >= 3 ? from : marker;
  }

  /** Whether a line is in the author's own memo, which has headers like a mail's. */
  #isMemo(at: number): boolean {
    if (at < this.#memoEnd) return true;
    const { lines, isMemo } = headerBlock(this.#textAt, at);
    const above = this.#texts[this.#previousText(at)] ?? "";
    if (!isMemo || isDivider(above) || readMessageTitle(above) !== undefined) return false;
    for (let line = at; line < at + lines; line++) {
      if (this.#namesLetter(line)) return false;
    }
    this.#memoEnd = at + lines;
    return true;
  }

  /** Whether a line is the site's address, with which our letters end in HTML. */
  #isBelowLetter(at: number): boolean {
    const text = this.#texts[at] as string;
    if (text.length > 300 || !/^\s*\S*https?:\/\/\S+\s*$/.test(text)) return false;
    const above = this.#previousText(at);
    return this.#is[above] === "quote" && /e-?mail\.\s*$/i.test(this.#texts[above] ?? "") &&
      isLetterEnd(this.#texts.slice(Math.max(0, above - 3), above + 1).join(" ").slice(-900));
  }

  /** Marks the lines to the end of our letter, or to the end. Text below the letter is the author's. */
  #markLetter(from: number): number {
    let end = this.#texts.length;
    for (let last = end - 1; last >= from; last--) {
      if (!/e-?mail\.\s*$/i.test((this.#texts[last] as string).slice(-20))) continue;
      const start = Math.max(from, last - 3);
      const joined = this.#texts.slice(start, last + 1).join(" ");
      if (joined.length > 2000 || !isLetterEnd(joined.slice(-900))) continue;
      end = last + 1;
      break;
    }
    this.#mark(from, end, "quote");
    return end;
  }

  #cutParagraphs(from: number, end: number): void {
    for (let at = from; at < end; at++) {
      if (isProgramFooter(this.#texts[at] as string)) this.#mark(at, at + 1, "signature");
      const isStart = at === from || this.#texts[at - 1]?.trim() === "";
      if (!isStart) continue;
      let last = at;
      while (last < end && this.#texts[last]?.trim() !== "") last++;
      if (isNotice(this.#texts.slice(at, Math.min(last, at + 50)).join(" "))) {
        this.#mark(at, last, "signature");
      }
    }
  }

  /** Cuts a signature without a mark. If unsure, only masks contacts below the text. */
  #cutEnding(from: number, end: number): void {
    let first = end;
    for (let texts = 0; first > from && texts < endingLines;) {
      first--;
      if (this.#isOwn(first) && this.#texts[first]?.trim() !== "") texts++;
    }
    const lines = this.#texts.slice(first, end).map((text, at) =>
      this.#isOwn(first + at) ? text : ""
    );
    const { signatures, unsure } = readEnding(lines);
    for (const [start, stop] of signatures) this.#mark(first + start, first + stop, "signature");
    for (const at of unsure) {
      const { text, found } = maskContacts(lines[at] as string);
      this.#texts[first + at] = text;
      this.#contacts.push(...found);
    }
  }

  /** A line's text; `undefined` if it is quoted or doesn't exist. */
  readonly #textAt = (at: number): string | undefined =>
    this.#isOwn(at) ? this.#texts[at] : undefined;

  readonly #namesLetter = (at: number): boolean => {
    const known = this.#naming.get(at) ?? namesLetter(this.#texts[at] as string, this.letter);
    this.#naming.set(at, known);
    return known;
  };

  #isOwn(at: number): boolean {
    return this.#is[at] === "own" || this.#is[at] === "indented" || this.#is[at] === "head";
  }

  #attributionAt(at: number): Attribution | undefined {
    const is = this.#is[at];
    return findAttribution((line) => this.#is[line] === is ? this.#texts[line] : undefined, at);
  }

  #isFollowed({ is }: Attribution, at: number): boolean {
    const next = this.#nextText(at);
    return is === "sure" || isReplyMarker(this.#texts[next] ?? "", this.#texts[next + 1] ?? "") ||
      (is === "likely" && this.#isQuoted(next));
  }

  #isQuoted(at: number): boolean {
    return this.#is[at] === "quote" || this.#is[at] === "indented";
  }

  /** The next line with text, after a few empty ones. */
  #nextText(at: number): number {
    let next = at;
    while (next < at + 5 && this.#texts[next]?.trim() === "") next++;
    return next;
  }

  #previousText(at: number): number {
    let previous = at - 1;
    while (previous > at - 5 && this.#texts[previous]?.trim() === "") previous--;
    return previous;
  }

  #markIndented(at: number): void {
    let from = at;
    let end = at;
    while (this.#is[from - 1] === "indented") from--;
    while (this.#is[end] === "indented") end++;
    this.#mark(from, end, "quote");
  }

  #mark(from: number, end: number, is: "quote" | "signature"): void {
    for (let at = Math.max(from, 0); at < end; at++) this.#is[at] = is;
  }
}

/** Left-out lines (`undefined`) become one empty line; elsewhere up to two stay. */
function tidy(lines: readonly (string | undefined)[]): string {
  const result: string[] = [];
  let blank = 0;
  let isGap = false;
  for (const line of lines) {
    const text = line?.trimEnd();
    isGap ||= text === undefined;
    if (!text) blank++;
    else {
      if (result.length > 0) result.push(...Array(isGap ? 1 : Math.min(blank, 2)).fill(""));
      result.push(text);
      blank = 0;
      isGap = false;
    }
  }
  return result.join("\n");
}
