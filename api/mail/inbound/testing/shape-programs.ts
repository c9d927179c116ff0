/** How mail programs write an answer: the same content in the shape of each. */
import {
  answerAbove,
  arranged,
  arrangedHtml,
  type Body,
  type Content,
  escape,
  fill,
  flow,
  headers,
  headersHtml,
  type Layout,
  letterHtml,
  lines,
  outlookMark,
  own,
  ownHtml,
  word,
  wrap,
} from "./shape-parts.ts";

export interface Program {
  readonly name: string;
  readonly layouts: readonly Layout[];
  write(content: Content): Body;
}

const rule = "_".repeat(32);
const outlook = "https://aka.ms/o0ukef";
const anywhere: readonly Layout[] = ["above", "below", "inline"];

export const programs: readonly Program[] = [
  { name: "Gmail", layouts: [...anywhere, "forwarded"], write: writeGmail },
  {
    name: "Gmail, HTML only",
    layouts: ["above"],
    write: (content) => ({ html: writeGmail(content).html }),
  },
  {
    name: "Apple Mail",
    layouts: anywhere,
    write: (content) => {
      const head = fill(content.words.apple, content);
      const html = arrangedHtml(content, {
        head: `<div><br><blockquote type="cite"><div>${escape(head)}</div>` +
          '<br class="Apple-interchange-newline"></blockquote>',
        quote: '<blockquote type="cite">',
        tail: "</div>",
      });
      return {
        text: lines(arranged(content, [head], [])),
        html: `<html><body style="overflow-wrap: break-word;">${html}</body></html>`,
      };
    },
  },
  {
    name: "iPhone",
    layouts: ["above"],
    write: (content) => {
      const head = fill(content.words.apple, content);
      const quoted = [head, "", ...content.letter].map((line) => `> ${line}`);
      const { fromPhone } = content.words;
      return {
        text: lines(own(content), fromPhone, "", quoted),
        html: `<html><body dir="auto">${ownHtml(content)}<div dir="ltr"><br>${fromPhone}</div>` +
          `<div dir="ltr"><br><blockquote type="cite">${escape(head)}<br><br></blockquote></div>` +
          `<blockquote type="cite"><div dir="ltr">${
            letterHtml(content)
          }</div></blockquote></body></html>`,
      };
    },
  },
  {
    name: "Outlook for Windows",
    layouts: ["above"],
    write: (content) => ({
      text: answerAbove(content, content.contacts, "", headers(content)),
      html: "<html><head><style><!-- p.MsoNormal {margin:0in} --></style>" +
        '<!--[if gte mso 9]><xml>Word</xml><![endif]--></head><body lang="EN-US"><div class="WordSection1">' +
        word([...content.paragraphs.flatMap((text) => [text, ""]), ...content.contacts]) +
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">' +
        `<p class="MsoNormal">${headersHtml(content)}<o:p></o:p></p></div></div>` +
        `${word(content.letter)}</div></body></html>`,
    }),
  },
  unmarked("Outlook for Windows, plain text", (content) => [
    `-----${content.words.originalMessage}-----`,
    ...headers(content),
  ]),
  {
    name: "Outlook on the web",
    layouts: ["above"],
    write: (content) => ({
      text: answerAbove(content, content.contacts, rule, headers(content)),
      html: `<html><head><style>P {margin-top:0;}</style></head><body>${ownHtml(content)}` +
        `<div id="Signature"><p>${content.signature.map(escape).join("<br>")}</p></div>` +
        `${outlookMark(content)}</body></html>`,
    }),
  },
  {
    name: "Outlook for iOS",
    layouts: ["above"],
    write: (content) => ({
      text: answerAbove(content, `Get Outlook for iOS<${outlook}>`, rule, headers(content)),
      html: `<html><body>${ownHtml(content)}<div id="ms-outlook-mobile-signature">Get ` +
        `<a href="${outlook}">Outlook for iOS</a></div>${outlookMark(content)}</body></html>`,
    }),
  },
  {
    name: "Thunderbird",
    layouts: anywhere,
    write: (content) => {
      const head = fill(content.words.thunderbird, content);
      const html = arrangedHtml(content, {
        head: `<div class="moz-cite-prefix">${escape(head)}<br></div>`,
        quote: '<blockquote type="cite" cite="mid:1@example.com">',
        sign: '<div class="moz-signature">-- <br>',
      });
      return {
        isFlowed: true,
        text: flow(arranged(content, [head], signed(content))),
        html: `<!DOCTYPE html><html><head><meta charset="UTF-8"></head><body>${html}</body></html>`,
      };
    },
  },
  {
    name: "Yahoo",
    layouts: ["above"],
    write: (content) => {
      const head = fill(content.words.gmail, content);
      return {
        text: lines(own(content), `    ${head}  `, " ", content.letter.map((line) => ` ${line}`)),
        html: `<html><body><div class="ydp1yahoo-style-wrap">${ownHtml(content)}</div>` +
          `<div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>${escape(head)}</div>` +
          `<div><br></div><div>${letterHtml(content)}</div></div></div></body></html>`,
      };
    },
  },
  unmarked("Samsung", (content) => [
    "Sent from my Galaxy",
    "",
    `-------- ${content.words.originalMessage} --------`,
    ...headers(content),
  ]),
  marked(
    "Proton",
    anywhere,
    ({ name, address }) =>
      `On Monday, January 5th, 2026 at 1:07 PM, ${name} <${address}> wrote:\r\n`,
    () => ["", "Sent with Proton Mail secure email."],
  ),
  unmarked("Notes", (content) => [
    ...headers(content).map((line) => line.replace(": ", ":        ")),
    "",
    "_".repeat(40),
  ]),
  marked(
    "A military signature",
    ["above", "below"],
    (content) => fill(content.words.gmail, content),
    ({ signature }) => ["V/R", "//SIGNED//", ...signature],
  ),
  marked(
    "mutt",
    anywhere,
    ({ name }) => `On Mon, Jan 05, 2026 at 01:07:00PM -0500, ${name} wrote:`,
    signed,
  ),
];

/** A program that writes plain text with quote marks. */
function marked(
  name: string,
  layouts: readonly Layout[],
  head: (content: Content) => string,
  signature: (content: Content) => readonly string[],
): Program {
  return {
    ...{ name, layouts },
    write: (content) => ({ text: lines(arranged(content, [head(content)], signature(content))) }),
  };
}

/** A program that writes plain text above a quote without marks, with some lines between. */
function unmarked(name: string, between: (content: Content) => readonly string[]): Program {
  return {
    ...{ name, layouts: ["above"] },
    write: (content) => ({ text: answerAbove(content, between(content)) }),
  };
}

function writeGmail(content: Content): Body {
  const isForwarded = content.layout === "forwarded";
  const head = isForwarded
    ? [`---------- ${content.words.forwardedMessage} ---------`, ...headers(content)]
    : wrap(fill(content.words.gmail, content), 74);
  const headHtml = head.map(escape).join(isForwarded ? "<br>" : " ");
  const html = arrangedHtml(content, {
    head: `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${headHtml}<br></div>`,
    quote: '<blockquote class="gmail_quote" style="border-left:1px solid rgb(204,204,204)">',
    tail: `${isForwarded ? letterHtml(content) : ""}</div>`,
    sign: '<span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">',
  });
  return {
    text: isForwarded
      ? lines(own(content), signed(content), "", head, "", content.letter)
      : lines(arranged(content, head, signed(content))),
    html: `<div dir="ltr">${html}</div>`,
  };
}

function signed({ signature }: Content): string[] {
  return ["-- ", ...signature];
}
