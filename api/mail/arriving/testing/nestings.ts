/** The ways in which mail programs and gateways nest the parts of a mail. */
import { filePart, multipart, sourceOf, type SourcePart, textPart } from "./mail-source.ts";
import type { MailShape } from "./shapes.ts";
import { signedData } from "./signed-data.ts";

/** Makes a string that is in no other mail, and notes it. */
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
