/**
 * Whole mails around the made-up answers of {@link mailShapes}, as mail programs and servers send
 * them: every header and part that has told on somebody has a planted string in it.
 *
 * @module
 */
import { createRandom, type Random } from "../../../../search/testing/random.ts";
import { filePart, mailOf, multipart, sourceOf, type SourcePart, textPart } from "./mail-source.ts";
import { type MailShape, mailShapes } from "./shapes.ts";
import { signedData } from "./signed-data.ts";

export interface WholeMail {
  /** How its parts are nested, and its shape. */
  readonly name: string;
  readonly source: Uint8Array;
  /** Sentences that the author wrote, in order. White space counts as one space. */
  readonly written: readonly string[];
  /** None of them may be in what is delivered. */
  readonly planted: readonly string[];
  readonly attachments: number;
}

/** Makes a string that is in no other mail, and notes it. */
type Plant = (kind: "address" | "host" | "ip" | "number" | "name") => string;

/** One mail for each of the shapes; the ways to nest parts take turns. */
export function wholeMails(): readonly WholeMail[] {
  const random = createRandom(5 ** 6);
  return mailShapes().map((shape, at) => wholeMail(random, shape, nestings[at % nestings.length]!));
}

function wholeMail(random: Random, shape: MailShape, nesting: Nesting): WholeMail {
  const planted: string[] = [];
  const plant: Plant = (kind) => {
    const number = 1_000_000 + random.int(9_000_000);
    const made = {
      address: `p${number}@home.example.com`,
      host: `pc${number}.lan.example.com`,
      ip: `10.${number % 256}.${number % 241}.${number % 251}`,
      number: `+1 831 ${number}`,
      name: `Planted${number}`,
    }[kind];
    planted.push(made);
    return made;
  };
  const part = nesting.nest(shape, plant);
  return {
    name: `${nesting.name}: ${shape.name}`,
    source: mailOf(part, serverFields(plant)),
    written: shape.written,
    planted: [...planted, ...shape.planted],
    attachments: nesting.attachments ?? 0,
  };
}

/** What mail programs and the servers on the way write above a mail. */
function serverFields(plant: Plant): string[] {
  const host = plant("host");
  return [
    `Return-Path: <${plant("address")}>`,
    `Received: from ${host} (${plant("host")} [${plant("ip")}])\r\n by ${
      plant("host")
    } with ESMTPSA`,
    `Received: from smtpclient.apple (unknown [IPv6:2001:db8::${plant("name")}]) by ${host}`,
    `X-Received: by ${plant("ip")} with SMTP id ${plant("name")}`,
    `X-Originating-IP: [${plant("ip")}]`,
    `X-Source-IP: ${plant("ip")}`,
    `X-Mailer: ${plant("name")} 16.0`,
    `User-Agent: ${plant("name")}/5.0 (X11; ${plant("name")})`,
    `X-Authenticated-Sender: ${plant("address")}`,
    `Sender: ${plant("name")} <${plant("address")}>`,
    `Reply-To: "${plant("name")}" <${plant("address")}>`,
    `Cc: ${plant("name")} <${plant("address")}>, <${plant("address")}>`,
    `Disposition-Notification-To: <${plant("address")}>`,
    `Organization: ${plant("name")}`,
    `Subject: Re: ${plant("name")}`,
    `Thread-Topic: ${plant("name")}`,
    `Thread-Index: ${plant("name")}`,
    `In-Reply-To: <${plant("name")}@alumni.example.edu>`,
    `References: <1@${plant("host")}>\r\n <2@${plant("host")}>`,
    `Autocrypt: addr=${plant("address")}; keydata=${plant("name")}`,
    `OpenPGP: url=https://${plant("host")}/key.asc`,
    `DKIM-Signature: v=1; d=${plant("host")}; s=${plant("name")};\r\n\tb=${plant("name")}`,
    `ARC-Authentication-Results: i=1; ${plant("host")}; smtp.mailfrom=${plant("address")}`,
    `Received-SPF: pass client-ip=${plant("ip")}; helo=${plant("host")}`,
    `Authentication-Results: ${plant("host")}; spf=pass smtp.mailfrom=${plant("address")}`,
    `X-Forwarded-For: ${plant("address")}`,
    `X-Forwarded-To: ${plant("address")}`,
    `X-MS-Exchange-CrossTenant-Id: ${plant("name")}`,
    `X-Spam-Status: No, score=-1 on ${plant("host")}`,
    `X-Phone: ${plant("number")}`,
  ];
}

interface Nesting {
  readonly name: string;
  readonly attachments?: number;
  nest(shape: MailShape, plant: Plant): SourcePart;
}

type Encoded = Parameters<typeof textPart>[1];

function plain({ text, html, isFlowed }: MailShape, options: Encoded = {}): SourcePart {
  const type = text === undefined ? "text/html" : "text/plain";
  const parameters = isFlowed && text !== undefined ? "; format=flowed" : "";
  return textPart(text ?? html ?? "", { type, parameters, ...options });
}

function html({ text, html }: MailShape, plant: Plant, options: Encoded = {}): SourcePart {
  if (html === undefined) return plain({ text } as MailShape, options);
  const head = `<html><head><meta name=Generator content="${plant("name")}"><title>` +
    `${plant("name")}</title><style>.${plant("name")} {}</style></head>` +
    `<body><!-- ${plant("name")} -->`;
  const pixel = `<img src="https://${plant("host")}/p.gif" alt="${plant("name")}" width=1>` +
    `<div style="display:none">${plant("name")}</div></body></html>`;
  return textPart(`${head}${html}${pixel}`, { type: "text/html", ...options });
}

function alternative(shape: MailShape, plant: Plant, encoding: "base64" | "quoted-printable") {
  // Without one of the forms, the other would be there twice.
  const forms = shape.text === undefined || shape.html === undefined
    ? [plain(shape, { encoding })]
    : [plain(shape, { encoding }), html(shape, plant, { encoding })];
  return multipart("alternative", forms, { boundary: `Apple-${plant("host")}` });
}

function vCard(plant: Plant): SourcePart {
  const lines = ["BEGIN:VCARD", `FN:${plant("name")}`, `TEL:${plant("number")}`];
  return filePart("text/vcard", `${plant("name")}.vcf`, [...lines, "END:VCARD"].join("\r\n"));
}

function calendar(plant: Plant): SourcePart {
  const lines = [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    `ORGANIZER;CN=${plant("name")}:mailto:${plant("address")}`,
    `LOCATION:${plant("name")}`,
    "END:VCALENDAR",
  ];
  return textPart(lines.join("\n"), {
    type: "text/calendar",
    parameters: "; method=REQUEST",
    encoding: "base64",
  });
}

/** The beginning of a picture as telephones take them: who, with what, and where. */
function picture(plant: Plant, disposition = "inline"): SourcePart {
  const exif = `\xff\xd8\xff\xe1Exif\0\0GPS 36.6,-121.9 ${plant("name")} ${plant("number")}`;
  const part = filePart("image/jpeg", `${plant("name")}.jpg`, exif, { disposition });
  return { ...part, fields: [...part.fields, `Content-ID: <${plant("name")}@${plant("host")}>`] };
}

function pgpKey(plant: Plant): string {
  const block = "PGP PUBLIC KEY BLOCK";
  const lines = [`-----BEGIN ${block}-----`, `Comment: ${plant("address")}`, "", plant("name")];
  return [...lines, `-----END ${block}-----`].join("\n");
}

function signedInText(shape: MailShape, plant: Plant): SourcePart {
  const escaped = (shape.text ?? "").replaceAll(/^-/gm, "- -");
  const lines = [
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "Hash: SHA512",
    "",
    escaped,
    "-----BEGIN PGP SIGNATURE-----",
    `Version: ${plant("name")} (${plant("host")})`,
    "",
    plant("name"),
    "-----END PGP SIGNATURE-----",
    pgpKey(plant),
  ];
  return shape.text === undefined ? plain(shape) : plain({ ...shape, text: lines.join("\n") });
}

function opaque(shape: MailShape, plant: Plant, form: "der" | "pieces"): SourcePart {
  const inside = sourceOf(
    multipart("mixed", [alternative(shape, plant, "quoted-printable"), vCard(plant)]),
  );
  const type = form === "der" ? "application/pkcs7-mime; smime-type=signed-data" : "Application/" +
    "X-PKCS7-MIME; smime-type=Signed-Data";
  return filePart(type, "smime.p7m", signedData(inside, form, plant("name")));
}

const nestings: readonly Nesting[] = [
  { name: "one text", nest: (shape) => plain(shape) },
  { name: "quoted-printable", nest: (shape) => plain(shape, { encoding: "quoted-printable" }) },
  { name: "base64", nest: (shape) => plain(shape, { encoding: "base64" }) },
  {
    name: "another character set",
    nest: (shape) => {
      const isLatin = /^[\0-\x7f\xa0-\xff]*$/.test(shape.text ?? shape.html ?? "");
      return plain(shape, {
        charset: isLatin ? "ISO-8859-1" : "utf-16le",
        encoding: isLatin ? "quoted-printable" : "base64",
      });
    },
  },
  {
    name: "HTML",
    nest: (shape, plant) => html(shape, plant, { encoding: "quoted-printable" }),
  },
  { name: "two forms", nest: (shape, plant) => alternative(shape, plant, "base64") },
  {
    name: "with files",
    attachments: 3,
    nest: (shape, plant) =>
      multipart("mixed", [
        alternative(shape, plant, "quoted-printable"),
        vCard(plant),
        calendar(plant),
        filePart("application/pdf", `${plant("name")}.pdf`, `/Author (${plant("name")})`),
      ]),
  },
  {
    name: "with pictures in the text",
    attachments: 2,
    nest: (shape, plant) =>
      multipart("mixed", [
        multipart("related", [alternative(shape, plant, "base64"), picture(plant)]),
        picture(plant, "attachment"),
      ]),
  },
  {
    name: "Apple's parts around a picture",
    attachments: 1,
    nest: (shape, plant) => multipart("mixed", [plain(shape), picture(plant), textPart("\n")]),
  },
  {
    name: "nested by gateways",
    nest: (shape, plant) =>
      multipart("mixed", [
        multipart("mixed", [multipart("mixed", [alternative(shape, plant, "base64")])]),
      ]),
  },
  {
    name: "signed by PGP",
    attachments: 1,
    nest: (shape, plant) =>
      multipart("signed", [
        multipart("mixed", [
          alternative(shape, plant, "quoted-printable"),
          filePart("application/pgp-keys", `${plant("name")}.asc`, pgpKey(plant)),
        ]),
        filePart("application/pgp-signature", "signature.asc", plant("name")),
      ], { parameters: '; protocol="application/pgp-signature"' }),
  },
  { name: "signed by PGP in the text", nest: signedInText },
  {
    name: "signed in the clear",
    nest: (shape, plant) =>
      multipart("signed", [
        alternative(shape, plant, "quoted-printable"),
        filePart("application/pkcs7-signature", "smime.p7s", plant("address")),
      ], { parameters: '; protocol="application/pkcs7-signature"' }),
  },
  { name: "signed data", attachments: 1, nest: (shape, plant) => opaque(shape, plant, "der") },
  {
    name: "signed data in pieces",
    attachments: 1,
    nest: (shape, plant) => opaque(shape, plant, "pieces"),
  },
  {
    name: "another mail attached",
    attachments: 1,
    nest: (shape, plant) => {
      const other = sourceOf(textPart(`Hello ${plant("name")}`), [`From: ${plant("address")}`]);
      const part = { fields: ["Content-Type: message/rfc822"], body: other };
      return multipart("mixed", [alternative(shape, plant, "quoted-printable"), part]);
    },
  },
  {
    name: "Outlook's own data",
    attachments: 1,
    nest: (shape, plant) =>
      multipart("mixed", [
        plain(shape),
        filePart("application/ms-tnef", "winmail.dat", `\x78\x9f\x3e\x22${plant("address")}`),
      ]),
  },
];
