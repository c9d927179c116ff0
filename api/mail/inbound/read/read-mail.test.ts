import { describe, expect, it } from "vitest";
import { contentOf, contentOfLines, letter, refused } from "../testing/contents.ts";
import {
  alternative,
  filePart,
  mixed,
  multipart,
  related,
  signed,
  sourceOf,
  type SourcePart,
  textPart,
  typed,
} from "../testing/mail-source.ts";
import { defaultMark } from "../../templates/mail-logo.ts";
import { readMail } from "./read-mail.ts";

const html = (text: string) => textPart(`<p>${text}</p>`, { type: "text/html" });
const picture = filePart("image/png", "a.png", "\x89PNG", { disposition: "inline" });
const { bytes: logo } = await defaultMark();
const ourLogo = filePart("image/png", "program-logo.png", logo, { disposition: "inline" });
/** The form in which Outlook sends it back. */
const renamed = filePart("image/png", "image001.png", logo);
const file = filePart("application/pdf", "orders.pdf", "%PDF");
const outlookData = filePart("application/ms-tnef", "winmail.dat", "\x78\x9f\x3e\x22");

/** Another mail as a part. */
function inside(type?: string): SourcePart {
  const fields = type === undefined ? [] : [`Content-Type: ${type}`];
  return { fields, body: sourceOf(textPart("Other")) };
}

describe("the text of a mail", () => {
  const [hello, plain, words] = [textPart("Hello"), textPart("Plain"), html("HTML")];
  it.each<[string, SourcePart, string, number]>([
    ["plain", hello, "Hello", 0],
    ["HTML", words, "HTML", 0],
    ["plain before HTML", alternative(plain, words), "Plain", 0],
    ["plain after HTML", alternative(words, plain), "Plain", 0],
    ["HTML where plain says nothing", alternative(textPart(" \n"), words), "HTML", 0],
    ["plain beside HTML with pictures", alternative(plain, related(words, picture)), "Plain", 1],
    ["HTML with pictures", related(words, picture, picture), "HTML", 2],
    ["HTML with our own logo in the quote", related(words, ourLogo, renamed), "HTML", 0],
    ["HTML with our own logo and a picture", related(words, ourLogo, picture), "HTML", 1],
    ["several pieces", mixed(textPart("One"), picture, textPart("Two")), "One\nTwo", 1],
    ["beside a file", mixed(hello, file), "Hello", 1],
    ["not a file of text", mixed(hello, filePart("text/plain", "a.txt", "Notes")), "Hello", 1],
    [
      "not a file without a name",
      mixed(hello, {
        fields: ["Content-Disposition: attachment"],
        body: new TextEncoder().encode("Notes"),
      }),
      "Hello",
      1,
    ],
    ["not a mail inside", mixed(hello, inside("message/rfc822")), "Hello", 1],
    ["not the mails of a digest", mixed(hello, multipart("digest", [inside()])), "Hello", 1],
    [
      "not a signature",
      signed(hello, filePart("application/pgp-signature", "a", "PGP")),
      "Hello",
      0,
    ],
    ["not a signature that is text", signed(hello, textPart("abc=")), "Hello", 0],
    [
      "not another form for watches",
      alternative(hello, textPart("<b>Hello</b>", { type: "text/watch-html" }), html("Hello")),
      "Hello",
      0,
    ],
    [
      "an invitation's",
      alternative(hello, typed("text/calendar; method=REQUEST", "BEGIN:VCALENDAR")),
      "Hello",
      1,
    ],
    ["beside Outlook's own data", mixed(hello, outlookData), "Hello", 1],
  ])("is what its author wrote: %s", async (_, part, text, attachments) => {
    expect(await contentOf(part)).toEqual(letter(text, attachments));
  });

  const spanish = "Se\u00f1or \u00d6zt\u00fcrk = 100% fine";
  it.each<[string, SourcePart]>([
    ["UTF-8", textPart(spanish)],
    ["quoted-printable", textPart(spanish, { encoding: "quoted-printable" })],
    ["base64", textPart(spanish, { encoding: "base64" })],
    ["ISO 8859-1", textPart(spanish, { charset: "ISO-8859-1", encoding: "quoted-printable" })],
    ["UTF-16", textPart(spanish, { charset: "utf-16le", encoding: "base64" })],
    ["UTF-8, called ASCII", retyped(textPart(spanish), "text/plain; charset=us-ascii")],
    ["UTF-8, called nothing", retyped(textPart(spanish), "text/plain")],
    ["UTF-8, without a type", retyped(textPart(spanish))],
    ["UTF-8, called what there is not", retyped(textPart(spanish), "text/plain; charset=x-none")],
    [
      "a parameter in pieces",
      retyped(textPart(spanish), "text/plain; charset*0=ut; charset*1=f-8"),
    ],
    [
      "a type in capitals",
      retyped(textPart(spanish), 'TEXT/PLAIN (words);\r\n\tCharset = "UTF-8"'),
    ],
  ])("is decoded: %s", async (_, part) => {
    expect(await contentOf(part)).toEqual(letter(spanish));
  });

  it.each<[string, readonly string[], string]>([
    [
      "soft breaks",
      ["quoted-printable", "", "One =", "two=", "  three=  ", " =C3=A9 =zz =3"],
      "One two  three \u00e9 =zz =3",
    ],
    ["base64 with padding in each line", ["base64", "", "SGVs", "bG8=", "IFNhbQ=="], "Hello Sam"],
    ["base64 between other signs", ["base64", "", "S*G V!s", "bG8"], "Hello"],
  ])("is decoded even when it is written badly: %s", async (_, [encoding, ...lines], text) => {
    expect(await contentOfLines(`Content-Transfer-Encoding: ${encoding}`, ...lines)).toEqual(
      letter(text),
    );
  });

  it("is unwrapped if its type is flowed", async () => {
    const flowed = textPart("One line \nthat goes on\n", { parameters: "; format=flowed" });
    expect(await contentOf(flowed)).toEqual(letter("One line that goes on"));
    const deleted = textPart("One li \nne\n", { parameters: "; format=Flowed; delsp=YES" });
    expect(await contentOf(deleted)).toEqual(letter("One line"));
  });
});

describe("a mail that is refused", () => {
  const inOtherParts = (body: string) => typed("multipart/mixed; boundary=b", body);
  const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024);
  it.each<[string, SourcePart, string]>([
    ["over 5 MB", { fields: ["Content-Type: image/png"], body: megabytes(5) }, "too-large"],
    ["over 256 KB of text", textPart("Hello, ".repeat(40_000)), "too-long"],
    ["over 256 KB of HTML", html("Hello, ".repeat(40_000)), "too-long"],
    ["over 256 KB in parts", mixed(...Array(5).fill(textPart("Hello, ".repeat(8000)))), "too-long"],
    ["20,000 lines", textPart("Hi\n".repeat(20_000)), "too-long"],
    ["20,000 lines of HTML", html("Hi<br>".repeat(20_000)), "too-long"],
    ["no text", textPart(""), "empty"],
    ["blanks", textPart(" \u00a0\n\u200b\n"), "empty"],
    ["only a picture", picture, "empty"],
    ["only a quote", textPart("> Hello\n> Sam"), "empty"],
    ["only Outlook's own data", outlookData, "unreadable"],
    [
      "parts without their boundary",
      typed("multipart/mixed; boundary=a", "--b\r\n\r\nHello\r\n--b--"),
      "unreadable",
    ],
    [
      "parts in one whose end is missing",
      mixed(inOtherParts("--b\r\n\r\nHello\r\n"), file),
      "unreadable",
    ],
    [
      "text after parts whose end is missing",
      mixed(inOtherParts("--b\r\nContent-Type: image/png\r\n\r\n\r\n"), textPart("Hello")),
      "unreadable",
    ],
    [
      "parts after a boundary with blanks",
      typed(
        "multipart/mixed; boundary=b",
        "--b \r\n\r\nHello\r\n--b\r\n\r\nSent by a list\r\n--b--\r\n",
      ),
      "unreadable",
    ],
    [
      "words after a last boundary with blanks",
      typed("multipart/mixed; boundary=b", "--b\r\n\r\nHello\r\n--b--\t\r\nNot mine"),
      "unreadable",
    ],
    [
      "ISO 8859-1, called nothing",
      retyped(textPart("Señor", { charset: "iso-8859-1" }), "text/plain"),
      "unreadable",
    ],
    [
      "ISO 8859-1, called UTF-8",
      retyped(textPart("Señor", { charset: "iso-8859-1" }), "text/plain; charset=utf-8"),
      "unreadable",
    ],
    ["ISO-2022-JP, called nothing", typed("text/plain", "\x1b$B$3$s\x1b(B"), "unreadable"],
    ["more than 200 parts", mixed(...Array(200).fill(textPart("x"))), "unreadable"],
    [
      "long headers",
      { fields: [`Subject: ${"x".repeat(65_536)}`], body: new Uint8Array() },
      "unreadable",
    ],
  ])("says why: %s", async (_, part, reason) => {
    expect(await contentOf(part)).toEqual(refused(reason));
  });

  it("has only this fault", async () => {
    const large = mixed(textPart("Hello"), {
      fields: ["Content-Type: image/png"],
      body: megabytes(4.9),
    });
    expect(await contentOf(large)).toEqual(letter("Hello", 1));
    expect((await contentOf(textPart("Hello, ".repeat(37_000)))).is).toBe("letter");
  });

  it("is nothing at all", async () => {
    expect(await readMail({ source: new Uint8Array() })).toEqual({
      envelope: { messageId: undefined, author: undefined, recipients: [], answers: [] },
      content: refused("empty"),
    });
  });
});

/** The part with another type, or none. */
function retyped({ fields, body }: SourcePart, type?: string): SourcePart {
  const others = fields.filter((field) => !field.startsWith("Content-Type"));
  return { body, fields: type === undefined ? others : [...others, `Content-Type: ${type}`] };
}
