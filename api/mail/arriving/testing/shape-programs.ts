/**
 * How mail programs write an answer: the same content in the shape of each.
 *
 * @module
 */
import type { ShapeWords } from "./shape-words.ts";

export const layouts = ["above", "below", "inline", "forwarded"] as const;
export type Layout = typeof layouts[number];

/** Everything that a mail is made of, before a program gives it a shape. */
export interface Content {
  readonly words: ShapeWords;
  readonly layout: Layout;
  /** Paragraphs of the author's own. */
  readonly paragraphs: readonly string[];
  /** Lines of our letter, with its marker, that the program quotes. */
  readonly letter: readonly string[];
  readonly signature: readonly string[];
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

export interface Program {
  readonly name: string;
  readonly layouts: readonly Layout[];
  write(content: Content): Body;
}

const anywhere: readonly Layout[] = ["above", "below", "inline"];
const top: readonly Layout[] = ["above", "forwarded"];

export const programs: readonly Program[] = [
  {
    name: "Gmail",
    layouts: [...anywhere, "forwarded"],
    write: (content) => {
      const sign = ["-- ", ...content.signature];
      const head = content.layout === "forwarded"
        ? [`---------- ${content.words.forwardedMessage} ---------`, ...headers(content)]
        : [fill(content.words.gmail, content)];
      return {
        text: content.layout === "forwarded"
          ? lines(content.paragraphs.flatMap(paragraph), sign, "", head, "", content.letter)
          : lines(arranged(content, wrap(head[0] as string, 74), sign)),
        html: `<div dir="ltr">${
          arrangedHtml(
            content,
            `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${
              head.map(escape).join("<br>")
            }<br></div>`,
            content.layout === "forwarded"
              ? `${content.letter.map((line) => `<div>${escape(line)}<br></div>`).join("")}</div>`
              : "",
            '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">',
            '<span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">',
          )
        }</div>`,
      };
    },
  },
  {
    name: "Gmail, HTML only",
    layouts: ["above"],
    write: (content) => ({
      html: programs[0]?.write(content).html ?? "",
    }),
  },
  {
    name: "Apple Mail",
    layouts: anywhere,
    write: (content) => ({
      text: lines(arranged(content, [fill(content.words.apple, content)], [])),
      html:
        `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;">${
          arrangedHtml(
            content,
            `<div><br><blockquote type="cite"><div>${
              escape(fill(content.words.apple, content))
            }</div><br class="Apple-interchange-newline"></blockquote>`,
            "</div>",
            '<blockquote type="cite">',
          )
        }</body></html>`,
    }),
  },
  {
    name: "iPhone",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        content.words.fromPhone,
        "",
        `> ${fill(content.words.apple, content)}`,
        "> ",
        content.letter.map((line) => `> ${line}`),
      ),
      html: `<html><body dir="auto">${
        content.paragraphs.map((text) => `<div dir="ltr">${escape(text)}</div><div><br></div>`)
          .join("")
      }<div dir="ltr"><br>${content.words.fromPhone}</div><div dir="ltr"><br><blockquote type="cite">${
        escape(fill(content.words.apple, content))
      }<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${
        content.letter.map((line) => `<p>${escape(line)}</p>`).join("\r\n")
      }</div></blockquote></body></html>`,
    }),
  },
  {
    name: "Outlook for Windows",
    layouts: top,
    write: (content) => ({
      text: lines(content.paragraphs.flatMap(paragraph), "", headers(content), "", content.letter),
      html:
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in} --></style><!--[if gte mso 9]><xml>Word</xml><![endif]--></head><body lang="EN-US"><div class="WordSection1">${
          content.paragraphs.map((text) =>
            `<p class="MsoNormal">${
              escape(text)
            }<o:p></o:p></p>\r\n<p class="MsoNormal"><o:p>&nbsp;</o:p></p>`
          ).join("")
        }<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${
          headers(content).map((line) => `<b>${escape(line).replace(":", ":</b>")}`).join(
            "<br>\r\n",
          )
        }<o:p></o:p></p></div></div>${
          content.letter.map((line) => `<p class="MsoNormal">${escape(line) || "&nbsp;"}</p>`).join(
            "",
          )
        }</div></body></html>`,
    }),
  },
  {
    name: "Outlook for Windows, plain text",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        `-----${content.words.originalMessage}-----`,
        headers(content),
        "",
        content.letter,
      ),
    }),
  },
  {
    name: "Outlook on the web",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        "_".repeat(32),
        headers(content),
        "",
        content.letter,
      ),
      html:
        `<html><head><style type="text/css" style="display:none;">P {margin-top:0;}</style></head><body dir="ltr">${
          content.paragraphs.map((text) =>
            `<div class="elementToProof" style="font-size: 12pt;">${
              escape(text)
            }</div><div><br></div>`
          ).join("")
        }<div id="Signature"><p>${
          content.signature.map(escape).join("<br>")
        }</p></div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${
          headers(content).map((line) => `<b>${escape(line).replace(":", ":</b>")}`).join("<br>")
        }</font><div>&nbsp;</div></div><div>${
          content.letter.map(escape).join("<br>")
        }</div></body></html>`,
    }),
  },
  {
    name: "Outlook for iOS",
    layouts: ["above"],
    write: (content) => ({
      html: `<html><body><div dir="ltr">${
        content.paragraphs.map((text) => `<div>${escape(text)}</div><div><br></div>`).join("")
      }</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">${
        headers(content).map((line) => `<b>${escape(line).replace(":", ":</b>")}`).join("<br>")
      }</div><div>${content.letter.map(escape).join("<br>")}</div></body></html>`,
    }),
  },
  {
    name: "Thunderbird",
    layouts: anywhere,
    write: (content) => ({
      isFlowed: true,
      text: flow(
        arranged(content, [fill(content.words.thunderbird, content)], [
          "-- ",
          ...content.signature,
        ]),
      ),
    }),
  },
  {
    name: "Thunderbird, HTML",
    layouts: anywhere,
    write: (content) => ({
      html: `<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>${
        arrangedHtml(
          content,
          `<div class="moz-cite-prefix">${
            escape(fill(content.words.thunderbird, content))
          }<br></div>`,
          "",
          '<blockquote type="cite" cite="mid:1@example.com">',
          '<div class="moz-signature">-- <br>',
        )
      }</body></html>`,
    }),
  },
  {
    name: "Yahoo",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        `    ${fill(content.words.gmail, content)}  `,
        " ",
        content.letter.map((line) => ` ${line}`),
      ),
      html: `<html><head></head><body><div class="ydp1yahoo-style-wrap" style="font-size: 16px;">${
        content.paragraphs.map((text) => `<div dir="ltr">${escape(text)}</div><div><br></div>`)
          .join("")
      }</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px;"><div>${
        escape(fill(content.words.gmail, content))
      }</div><div><br></div><div><div>${
        content.letter.map(escape).join("<br>")
      }</div></div></div></div></body></html>`,
    }),
  },
  {
    name: "Samsung",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        "Sent from my Galaxy",
        "",
        `-------- ${content.words.originalMessage} --------`,
        headers(content),
        "",
        content.letter,
      ),
    }),
  },
  {
    name: "Proton",
    layouts: anywhere,
    write: (content) => ({
      text: lines(
        arranged(content, [
          `On Monday, January 5th, 2026 at 1:07 PM, ${content.name} <${content.address}> wrote:`,
          "",
        ], ["", "Sent with Proton Mail secure email."]),
      ),
    }),
  },
  {
    name: "Notes",
    layouts: ["above"],
    write: (content) => ({
      text: lines(
        content.paragraphs.flatMap(paragraph),
        headers(content).map((line) => line.replace(": ", ":        ")),
        "",
        "_".repeat(40),
        content.letter,
      ),
    }),
  },
  {
    name: "mutt",
    layouts: anywhere,
    write: (content) => ({
      text: lines(
        arranged(
          content,
          [`On Mon, Jan 05, 2026 at 01:07:00PM -0500, ${content.name} wrote:`],
          ["-- ", ...content.signature],
        ),
      ),
    }),
  },
];

type Lines = string | readonly string[];

function lines(...parts: readonly Lines[]): string {
  return parts.flat().join("\r\n") + "\r\n";
}

function paragraph(text: string): string[] {
  return [...wrap(text, 74), ""];
}

function fill(attribution: string, { name, address }: Content): string {
  return attribution.replace("{name}", name).replace("{address}", address);
}

function headers({ words, name, address, to, subject }: Content): string[] {
  const values = [`${name} <${address}>`, "Monday, January 5, 2026 1:07 PM", to, subject];
  return words.headers.map((header, at) => `${header}: ${values[at]}`);
}

/** Own paragraphs and quoted lines in the order of the layout. */
function arranged(
  content: Content,
  head: readonly string[],
  signature: readonly string[],
): string[] {
  const quoted = content.letter.flatMap((line) => wrap(line, 72)).map((line) =>
    `> ${line}`.trimEnd()
  );
  const own = content.paragraphs.flatMap(paragraph);
  if (content.layout === "above") return [...own, ...signature, "", ...head, ...quoted];
  if (content.layout === "below") return [...head, ...quoted, "", ...own, ...signature];
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

function arrangedHtml(
  content: Content,
  head: string,
  tail: string,
  quote: string,
  sign = "",
): string {
  const own = content.paragraphs.map((text) => `<div>${escape(text)}</div><div><br></div>`);
  const quoted = (all: readonly string[]) =>
    `${quote}${all.map((line) => `<p>${escape(line)}</p>`).join("\n")}</blockquote>`;
  const signature = sign ? `${sign}${content.signature.map(escape).join("<br>")}</div>` : "";
  const middle = Math.floor(content.letter.length / 2);
  switch (content.layout) {
    case "forwarded":
      return own.join("") + signature + head + tail;
    case "above":
      return own.join("") + signature + head + quoted(content.letter) + (tail || "</div>");
    case "below":
      return head + quoted(content.letter) + (tail || "</div>") + own.join("") + signature;
    case "inline":
      return head + quoted(content.letter.slice(0, middle)) + own[0] +
        quoted(content.letter.slice(middle)) +
        own.slice(1).join("") + signature + (tail || "</div>");
  }
}

function wrap(text: string, width: number): string[] {
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
function flow(all: readonly string[]): string {
  return lines(all.map((line, at) => {
    const next = all[at + 1] ?? "";
    const isWrapped = line.length > 50 && !/^>|^$|^-- $/.test(line) && !/^>|^$/.test(next);
    return (/^ |^From/.test(line) ? ` ${line}` : line) + (isWrapped ? " " : "");
  }));
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
