/** The ways in which mail programs and gateways nest the parts of a mail. */
import {
  filePart,
  mixed,
  multipart,
  related,
  signed,
  sourceOf,
  type SourcePart,
  textPart,
  typed,
} from "./mail-source.ts";
import type { MailShape } from "./shapes.ts";
import { signedData } from "./signed-data.ts";

/** Makes and registers a string that is in no other mail. */
export type Plant = (kind: "address" | "host" | "ip" | "number" | "name") => string;

export interface Nesting {
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
  // A missing form would otherwise repeat the other.
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
  const organizer = `ORGANIZER;CN=${plant("name")}:mailto:${plant("address")}`;
  const lines = ["BEGIN:VCALENDAR", "METHOD:REQUEST", organizer, `LOCATION:${plant("name")}`];
  return typed("text/calendar; method=REQUEST", [...lines, "END:VCALENDAR"].join("\n"));
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
  const data = signedData(sourceOf(mixed(quoted(shape, plant), vCard(plant))), form, plant("name"));
  const type = form === "der" ? "application/pkcs7-mime" : "Application/X-PKCS7-MIME";
  return filePart(`${type}; smime-type=Signed-Data`, "smime.p7m", data);
}

const quoted = (shape: MailShape, plant: Plant) => alternative(shape, plant, "quoted-printable");
const base64 = (shape: MailShape, plant: Plant) => alternative(shape, plant, "base64");

export const nestings: readonly Nesting[] = [
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
  { name: "HTML", nest: (shape, plant) => html(shape, plant, { encoding: "quoted-printable" }) },
  { name: "two forms", nest: base64 },
  {
    name: "with files",
    attachments: 3,
    nest: (shape, plant) => {
      const pdf = filePart("application/pdf", `${plant("name")}.pdf`, `/Author (${plant("name")})`);
      return mixed(quoted(shape, plant), vCard(plant), calendar(plant), pdf);
    },
  },
  {
    name: "with pictures in the text",
    attachments: 2,
    nest: (shape, plant) =>
      mixed(related(base64(shape, plant), picture(plant)), picture(plant, "attachment")),
  },
  {
    name: "Apple's parts around a picture",
    attachments: 1,
    nest: (shape, plant) => mixed(plain(shape), picture(plant), textPart("\n")),
  },
  { name: "nested by gateways", nest: (shape, plant) => mixed(mixed(mixed(base64(shape, plant)))) },
  {
    name: "signed by PGP",
    attachments: 1,
    nest: (shape, plant) =>
      signed(
        mixed(
          quoted(shape, plant),
          filePart("application/pgp-keys", `${plant("name")}.asc`, pgpKey(plant)),
        ),
        filePart("application/pgp-signature", "signature.asc", plant("name")),
      ),
  },
  { name: "signed by PGP in the text", nest: signedInText },
  {
    name: "signed in the clear",
    nest: (shape, plant) =>
      signed(
        quoted(shape, plant),
        filePart("application/pkcs7-signature", "smime.p7s", plant("address")),
      ),
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
      return mixed(quoted(shape, plant), { fields: ["Content-Type: message/rfc822"], body: other });
    },
  },
  {
    name: "Outlook's own data",
    attachments: 1,
    nest: (shape, plant) => {
      const data = `\x78\x9f\x3e\x22${plant("address")}`;
      return mixed(plain(shape), filePart("application/ms-tnef", "winmail.dat", data));
    },
  },
];
