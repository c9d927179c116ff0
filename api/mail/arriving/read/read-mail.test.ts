import { describe, expect, it } from "vitest";
import type { Letter } from "../arriving-mail.ts";
import {
  filePart,
  joined,
  mailOf,
  multipart,
  sourceOf,
  type SourcePart,
  textPart,
} from "../testing/mail-source.ts";
import { envelopedData, signedData } from "../testing/signed-data.ts";
import { readMail } from "./read-mail.ts";

const contentOf = (part: SourcePart) => readMail({ source: mailOf(part) }).content;
const letter = (text: string, attachments = 0) => ({ is: "letter", text, cut: [], attachments });
const refused = (reason: string) => ({ is: "refused", reason });
const raw = (...lines: readonly string[]) => {
  const source = new TextEncoder().encode(["From: jane@example.com", ...lines].join("\r\n"));
  return readMail({ source }).content;
};

const html = (text: string) => textPart(`<p>${text}</p>`, { type: "text/html" });
const picture = filePart("image/png", "a.png", "\x89PNG", { disposition: "inline" });
const file = filePart("application/pdf", "orders.pdf", "%PDF");
const p7m = (bytes: Uint8Array, type = "application/pkcs7-mime", name = "smime.p7m") =>
  filePart(type, name, bytes);

describe("the text of a mail", () => {
  it.each<[string, SourcePart, string, number]>([
    ["plain", textPart("Hello"), "Hello", 0],
    ["HTML", html("Hello"), "Hello", 0],
    ["plain before HTML", multipart("alternative", [textPart("Plain"), html("HTML")]), "Plain", 0],
    ["plain after HTML", multipart("alternative", [html("HTML"), textPart("Plain")]), "Plain", 0],
    [
      "HTML where plain says nothing",
      multipart("alternative", [textPart(" \n"), html("HTML")]),
      "HTML",
      0,
    ],
    [
      "plain beside HTML with pictures",
      multipart("alternative", [
        textPart("Plain"),
        multipart("related", [html("HTML"), picture]),
      ]),
      "Plain",
      1,
    ],
    ["HTML with pictures", multipart("related", [html("HTML"), picture, picture]), "HTML", 2],
    [
      "several pieces",
      multipart("mixed", [textPart("One"), picture, textPart("Two")]),
      "One\nTwo",
      1,
    ],
    ["beside a file", multipart("mixed", [textPart("Hello"), file]), "Hello", 1],
    [
      "not a file of text",
      multipart("mixed", [
        textPart("Hello"),
        filePart("text/plain", "notes.txt", "Notes"),
        { fields: ["Content-Disposition: attachment"], body: new TextEncoder().encode("Notes") },
      ]),
      "Hello",
      2,
    ],
    [
      "not a mail inside",
      multipart("mixed", [
        textPart("Hello"),
        { fields: ["Content-Type: message/rfc822"], body: sourceOf(textPart("Other")) },
      ]),
      "Hello",
      1,
    ],
    [
      "not the mails of a digest",
      multipart("mixed", [
        textPart("Hello"),
        multipart("digest", [{ fields: [], body: sourceOf(textPart("Other")) }]),
      ]),
      "Hello",
      1,
    ],
    [
      "not a signature",
      multipart("signed", [
        textPart("Hello"),
        filePart("application/pgp-signature", "signature.asc", "-----BEGIN PGP SIGNATURE-----"),
      ]),
      "Hello",
      0,
    ],
    [
      "not a signature that is text",
      multipart("signed", [textPart("Hello"), textPart("abc=")]),
      "Hello",
      0,
    ],
    [
      "not another form for watches",
      multipart("alternative", [
        textPart("Hello"),
        textPart("<b>Hello</b>", { type: "text/watch-html" }),
        html("Hello"),
      ]),
      "Hello",
      0,
    ],
    [
      "an invitation's",
      multipart("alternative", [
        textPart("Hello"),
        textPart("BEGIN:VCALENDAR", { type: "text/calendar", parameters: "; method=REQUEST" }),
      ]),
      "Hello",
      1,
    ],
    [
      "beside Outlook's own data",
      multipart("mixed", [
        textPart("Hello"),
        filePart("application/ms-tnef", "winmail.dat", "\x78\x9f\x3e\x22"),
      ]),
      "Hello",
      1,
    ],
  ])("is what its author wrote: %s", (_, part, text, attachments) => {
    expect(contentOf(part)).toEqual(letter(text, attachments));
  });

  const words = "Se\u00f1or \u00d6zt\u00fcrk = 100% fine";
  it.each<[string, SourcePart]>([
    ["UTF-8", textPart(words)],
    ["quoted-printable", textPart(words, { encoding: "quoted-printable" })],
    ["base64", textPart(words, { encoding: "base64" })],
    ["ISO 8859-1", textPart(words, { charset: "ISO-8859-1", encoding: "quoted-printable" })],
    ["UTF-16", textPart(words, { charset: "utf-16le", encoding: "base64" })],
    ["UTF-8, called ASCII", retyped(textPart(words), "text/plain; charset=us-ascii")],
    ["UTF-8, called nothing", retyped(textPart(words), "text/plain")],
    ["UTF-8, without a type", retyped(textPart(words))],
    ["UTF-8, called what there is not", retyped(textPart(words), "text/plain; charset=x-none")],
    [
      "ISO 8859-1, called nothing",
      retyped(textPart(words, { charset: "iso-8859-1" }), "text/plain"),
    ],
    ["a parameter in pieces", retyped(textPart(words), "text/plain; charset*0=ut; charset*1=f-8")],
    ["a type in capitals", retyped(textPart(words), 'TEXT/PLAIN (words);\r\n\tCharset = "UTF-8"')],
  ])("is decoded: %s", (_, part) => {
    expect(contentOf(part)).toEqual(letter(words));
  });

  it.each<[string, readonly string[], string]>([
    [
      "soft breaks",
      ["quoted-printable", "", "One =", "two=", "  three=  ", " =C3=A9 =zz =3"],
      "One two  three \u00e9 =zz =3",
    ],
    ["base64 with padding in each line", ["base64", "", "SGVs", "bG8=", "IFNhbQ=="], "Hello Sam"],
    ["base64 between other signs", ["base64", "", "S*G V!s", "bG8"], "Hello"],
  ])("is decoded even when it is written badly: %s", (_, [encoding, ...lines], text) => {
    expect(raw(`Content-Transfer-Encoding: ${encoding}`, ...lines)).toEqual(letter(text));
  });

  it("is unwrapped where its type says that lines go on", () => {
    const flowed = textPart("One line \nthat goes on\n", { parameters: "; format=flowed" });
    expect(contentOf(flowed)).toEqual(letter("One line that goes on"));
    const deleted = textPart("One li \nne\n", { parameters: "; format=Flowed; delsp=YES" });
    expect(contentOf(deleted)).toEqual(letter("One line"));
  });
});

describe("the structure of a mail", () => {
  const type = 'Content-Type: multipart/mixed; boundary="b"';
  it.each<[string, readonly string[], string]>([
    [
      "a line that begins as a boundary does",
      ["--b", "", "One", "--bb", "--b x", "--b--"],
      "One\n--bb\n--b x",
    ],
    ["blanks after a boundary", ["--b \t", "", "One", "--b--  "], "One"],
    ["no end", ["--b", "", "One"], "One"],
    ["text before and after the parts", ["Before", "--b", "", "One", "--b--", "After"], "One"],
    [
      "a part without a body",
      ["--b", "Content-Type: text/plain", "--b", "", "One", "--b--"],
      "One",
    ],
    ["parts inside without an end", [
      "--b",
      "Content-Type: multipart/mixed; boundary=c",
      "",
      "--c",
      "",
      "One",
      "--b",
      "",
      "Two",
      "--b--",
    ], "One\nTwo"],
    ["a boundary after the end", ["--b", "", "One", "--b--", "--b", "", "Two"], "One"],
    ["parts inside with the same boundary", [
      "--b",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "One",
      "--b--",
      "--b",
      "",
      "Two",
      "--b--",
    ], "One\nTwo"],
    ["an end of another's", ["--b", "", "One", "--c--", "--b--"], "One\n--c--"],
  ])("is read as mail programs do: %s", (_, lines, text) => {
    expect(raw(type, "", ...lines)).toEqual(letter(text));
  });

  it("is that of the first of two types, and of the first of two boundaries", () => {
    const lines = ["", "--b", "", "One", "--b--"];
    expect(raw(`${type}; boundary=c`, ...lines)).toEqual(letter("One"));
    expect(raw("Content-Type: text/plain", "Content-Type: text/html", "", "<b>")).toEqual(
      letter("<b>"),
    );
  });

  it.each<[string, SourcePart]>([
    ["more than 200 parts", multipart("mixed", Array(200).fill(textPart("x")))],
    [
      "too many lines that begin as boundaries do",
      multipart("mixed", [
        filePart("text/x-sql", "a.sql", "--x\n".repeat(300_000), { encoding: "8bit" }),
        textPart("Hello"),
      ]),
    ],
    ["more than 10 levels", nested(10)],
    ["long headers", { fields: [`Subject: ${"x".repeat(65_536)}`], body: new Uint8Array() }],
    [
      "long headers of parts",
      multipart(
        "mixed",
        Array(70).fill({
          fields: [`X: ${"x".repeat(1000)}`, "Content-Type: text/plain", `Y: ${"y".repeat(1000)}`],
          body: new Uint8Array(),
        }),
      ),
    ],
  ])("is not read when no person's mail has it: %s", (_, part) => {
    expect(contentOf(part)).toEqual(refused("unreadable"));
  });

  it("is read up to these limits", () => {
    expect(contentOf(multipart("mixed", Array(199).fill(textPart("x")))).is).toBe("letter");
    expect(contentOf(nested(9)).is).toBe("letter");
  });
});

describe("signed and encrypted mail", () => {
  const inside = sourceOf(multipart("mixed", [textPart("Hello"), file]));
  it.each<[string, SourcePart]>([
    ["with lengths", p7m(signedData(inside, "der"))],
    ["in pieces", p7m(signedData(inside, "pieces"))],
    ["by its older type", p7m(signedData(inside, "der"), "Application/X-PKCS7-Mime")],
    ["by its name", p7m(signedData(inside, "der"), "application/octet-stream", "SMIME.P7M")],
    ["below a gateway's words", multipart("mixed", [p7m(signedData(inside, "der"))])],
    ["twice", p7m(signedData(sourceOf(p7m(signedData(inside, "pieces"))), "der"))],
  ])("is read inside signed data: %s", (_, part) => {
    expect(contentOf(part)).toEqual(letter("Hello", 1));
  });

  it.each<[string, SourcePart]>([
    ["enveloped data", p7m(envelopedData())],
    [
      "enveloped data that is called signed",
      p7m(envelopedData(), "application/pkcs7-mime; smime-type=signed-data"),
    ],
    ["enveloped data inside signed data", p7m(signedData(sourceOf(p7m(envelopedData())), "der"))],
    [
      "enveloped data with a gateway's words",
      multipart("mixed", [p7m(envelopedData()), textPart("Caution")]),
    ],
    [
      "PGP",
      multipart("encrypted", [textPart("Version: 1", { type: "application/pgp-encrypted" }), file]),
    ],
    ["PGP in the text", textPart("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----")],
  ])("is told to be encrypted: %s", (_, part) => {
    expect(contentOf(part)).toEqual(refused("encrypted"));
  });

  const whole = signedData(inside, "pieces");
  it.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array()],
    ["text", new TextEncoder().encode("Hello")],
    ["its half", whole.subarray(0, whole.length / 2)],
    ["its beginning", whole.subarray(0, 25)],
    ["a length beyond the end", Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)],
    ["a length without an end", Uint8Array.of(0x30, 0xff, ...Array(127).fill(0xff))],
    [
      "elements in elements",
      joined([
        whole.subarray(0, whole.indexOf(0x31)),
        new Uint8Array(200_000).map((_, at) => at % 2 === 0 ? 0x31 : 0x80),
      ]),
    ],
    [
      "three times signed data",
      [1, 2].reduce((bytes) => signedData(sourceOf(p7m(bytes)), "der"), whole),
    ],
  ])("is unreadable where signed data should be: %s", (_, bytes) => {
    expect(contentOf(p7m(bytes))).toEqual(refused("unreadable"));
  });

  it("loses only what PGP put around its text", () => {
    const lines = [
      "-----BEGIN PGP SIGNED MESSAGE-----",
      "Hash: SHA512",
      "",
      "Hello: this is a line",
      "- -----BEGIN PGP MESSAGE----- is how others begin",
      "- - a list",
      "-----BEGIN PGP SIGNATURE-----",
      "Version: 1",
      "",
      "abc",
      "-----END PGP SIGNATURE-----",
      "-----BEGIN PGP PUBLIC KEY BLOCK-----",
      "abc",
      "-----END PGP PUBLIC KEY BLOCK-----",
      "After it",
      "-----BEGIN PGP SIGNATURE-----",
      "that I never sent",
    ];
    const { text } = contentOf(textPart(lines.join("\n"))) as Letter;
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      lines[3],
      "-----BEGIN PGP MESSAGE----- is how others begin",
      "- a list",
      ...lines.slice(-3),
    ]);
  });
});

describe("a mail that is refused", () => {
  const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024);
  it.each<[string, SourcePart, string]>([
    ["over 5 MB", { fields: ["Content-Type: image/png"], body: megabytes(5) }, "too-large"],
    ["over 256 KB of text", textPart("Hello, ".repeat(40_000)), "too-long"],
    ["over 256 KB of HTML", html("Hello, ".repeat(40_000)), "too-long"],
    [
      "over 256 KB in parts",
      multipart("mixed", Array(5).fill(textPart("Hello, ".repeat(8000)))),
      "too-long",
    ],
    ["20,000 lines", textPart("Hi\n".repeat(20_000)), "too-long"],
    ["20,000 lines of HTML", html("Hi<br>".repeat(20_000)), "too-long"],
    ["no text", textPart(""), "empty"],
    ["blanks", textPart(" \u00a0\n\u200b\n"), "empty"],
    ["only a picture", picture, "empty"],
    ["only a quote", textPart("> Hello\n> Sam"), "empty"],
    [
      "only Outlook's own data",
      filePart("application/ms-tnef", "winmail.dat", "\x78\x9f"),
      "unreadable",
    ],
    ["parts without their boundary", {
      fields: ["Content-Type: multipart/mixed; boundary=a"],
      body: new TextEncoder().encode("--b\r\n\r\nHello\r\n--b--"),
    }, "unreadable"],
  ])("says why: %s", (_, part, reason) => {
    expect(contentOf(part)).toEqual(refused(reason));
  });

  it("has no more than that wrong with it", () => {
    const large = multipart("mixed", [
      textPart("Hello"),
      { fields: ["Content-Type: image/png"], body: megabytes(4.9) },
    ]);
    expect(contentOf(large)).toEqual(letter("Hello", 1));
    expect(contentOf(textPart("Hello, ".repeat(37_000))).is).toBe("letter");
  });

  it("is nothing at all", () => {
    expect(readMail({ source: new Uint8Array() })).toEqual({
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

function nested(levels: number): SourcePart {
  return Array.from({ length: levels }).reduce<SourcePart>(
    (part) => multipart("mixed", [part]),
    textPart("Hello"),
  );
}
