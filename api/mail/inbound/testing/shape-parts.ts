import type { ShapeWords } from "./shape-words.ts";

export const layouts = ["above", "below", "inline", "forwarded"] as const;
export type Layout = typeof layouts[number];

/** The content of a mail before a program gives it a shape. */
export interface Content {
  readonly words: ShapeWords;
  readonly layout: Layout;
  /** The author's paragraphs. */
  readonly paragraphs: readonly string[];
  /** Lines of our letter, with its marker, that the program quotes. */
  readonly letter: readonly string[];
  readonly signature: readonly string[];
  /** A signature without a mark. It has only contacts that the product knows. */
  readonly contacts: readonly string[];
  /** Sender of the quoted mail, and who it was sent to. */
  readonly name: string;
  readonly address: string;
  readonly to: string;
  readonly subject: string;
}

export interface Body {
  readonly text?: string;
  readonly html?: string;
  readonly isFlowed?: boolean;
}

type Lines = string | readonly string[];

/** Text with the line ends of mail. */
export function lines(...parts: readonly Lines[]): string {
  return parts.flat().join("\r\n") + "\r\n";
}

/** An answer in plain text above a letter that has no quote marks. */
export function answerAbove(content: Content, ...between: readonly Lines[]): string {
  return lines(own(content), ...between, "", content.letter);
}

export function own({ paragraphs }: Content): string[] {
  return paragraphs.flatMap(paragraph);
}

function paragraph(text: string): string[] {
  return [...wrap(text, 74), ""];
}

/** The author's own paragraphs, as most programs write them in HTML. */
export function ownHtml({ paragraphs }: Content): string {
  return paragraphs.map((text) => `<div dir="ltr">${escape(text)}</div><div><br></div>`).join("");
}

export function headersHtml(content: Content): string {
  return headers(content).map((line) => `<b>${escape(line).replace(":", ":</b>")}`).join(
    "<br>\r\n",
  );
}

export function letterHtml({ letter }: Content): string {
  return letter.map(escape).join("<br>");
}

export function fill(attribution: string, { name, address }: Content): string {
  return attribution.replace("{name}", name).replace("{address}", address);
}

export function headers({ words, name, address, to, subject }: Content): string[] {
  const values = [`${name} <${address}>`, "Monday, January 5, 2026 1:07 PM", to, subject];
  return words.headers.map((header, at) => `${header}: ${values[at]}`);
}

/** Own paragraphs and quoted lines in the order of the layout. */
export function arranged(
  content: Content,
  head: readonly string[],
  signature: readonly string[],
): string[] {
  const quoted = content.letter.flatMap((line) => wrap(line, 72)).map((line) =>
    `> ${line}`.trimEnd()
  );
  if (content.layout === "above") return [...own(content), ...signature, "", ...head, ...quoted];
  if (content.layout === "below") return [...head, ...quoted, "", ...own(content), ...signature];
  const middle = Math.floor(quoted.length / 2);
  const first = paragraph(content.paragraphs[0] as string);
  const others = content.paragraphs.slice(1).flatMap(paragraph);
  return [
    ...head,
    ...quoted.slice(0, middle),
    "",
    ...first,
    ...quoted.slice(middle),
    "",
    ...others,
    ...signature,
  ];
}

/** Paragraphs as Word writes them. */
export function word(paragraphs: readonly string[]): string {
  return paragraphs
    .map((text) => `<p class="MsoNormal">${escape(text) || "&nbsp;"}<o:p></o:p></p>`)
    .join("\r\n");
}

/** The mark that newer Outlooks write below the answer. */
export function outlookMark(content: Content): string {
  return '<div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg">' +
    `<font face="Calibri">${headersHtml(content)}</font><div>&nbsp;</div></div><div>${
      letterHtml(content)
    }</div>`;
}

/** HTML of a program around its quote. */
interface Frame {
  readonly head: string;
  readonly quote: string;
  readonly tail?: string;
  /** How a signature starts. */
  readonly sign?: string;
}

export function arrangedHtml(content: Content, { head, quote, tail = "", sign }: Frame): string {
  const { letter, paragraphs } = content;
  const quoted = (part: readonly string[]) =>
    `${quote}${part.map((line) => `<p>${escape(line)}</p>`).join("\n")}</blockquote>`;
  const signature = sign ? `${sign}${content.signature.map(escape).join("<br>")}</div>` : "";
  const middle = Math.floor(letter.length / 2);
  switch (content.layout) {
    case "forwarded":
      return ownHtml(content) + signature + head + tail;
    case "above":
      return ownHtml(content) + signature + head + quoted(letter) + tail;
    case "below":
      return head + quoted(letter) + tail + ownHtml(content) + signature;
    case "inline":
      return head + quoted(letter.slice(0, middle)) +
        ownHtml({ ...content, paragraphs: paragraphs.slice(0, 1) }) + quoted(letter.slice(middle)) +
        ownHtml({ ...content, paragraphs: paragraphs.slice(1) }) + signature + tail;
  }
}

export function wrap(text: string, width: number): string[] {
  const wrapped: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= width) {
      wrapped.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...wrapped, line];
}

/** Lines as `format=flowed` stuffs them; those of a paragraph were wrapped by spaces. */
export function flow(all: readonly string[]): string {
  return lines(all.map((line, at) => {
    const next = all[at + 1] ?? "";
    const isWrapped = line.length > 50 && !/^>|^$|^-- $/.test(line) && !/^>|^$/.test(next);
    return (/^ |^From/.test(line) ? ` ${line}` : line) + (isWrapped ? " " : "");
  }));
}

export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
