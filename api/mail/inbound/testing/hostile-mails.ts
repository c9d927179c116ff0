/** Mails designed to cost time or memory, each nearly 5 MB unless its limit is lower. */
import { filePart, joined, mailOf, mixed, sourceOf, textPart } from "./mail-source.ts";
import { signedData } from "./signed-data.ts";

const KB = 1024;
const MB = 1024 * KB;
const head = "From: jane@example.com\r\nTo: reply@example.edu\r\n";
const html = `${head}Content-Type: text/html\r\n`;

/** Mails by the cost of reading them carelessly. */
export const hostileMails: Readonly<Record<string, () => Uint8Array>> = {
  "a picture": () => mailOf(withPicture(3.5 * MB)),
  "signed data": () => mailOf(signed("der")),
  "signed data in pieces": () => mailOf(signed("pieces")),
  "signed data in the smallest pieces": () =>
    joined([`${head}Content-Type: application/pkcs7-mime\r\n\r\n`, smallestPieces()]),
  "text in base64": () => fill(`${head}Content-Transfer-Encoding: base64\r\n\r\n`, "QUJD\r\n"),
  "nothing in base64": () => fill(`${head}Content-Transfer-Encoding: base64\r\n\r\n`, "=", MB),
  "quoted-printable": () =>
    fill(`${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n`, "=C3=A9", 768 * KB),
  "text that is hardly UTF-8": () =>
    fill(
      `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n`,
      "\u00e9=FF\u0436 ",
      3.7 * MB,
    ),
  "empty lines": () => fill(`${head}\r\n`, "\n", 256 * KB),
  "5 MB of empty lines": () => fill(`${head}\r\n`, "\n"),
  "5 MB of empty lines in a part": () => fill(nested(["x"]), "\n"),
  "as many lines as there may be": () => fill(`${head}\r\n`, "On \n", 79_000),
  "quoted lines": () => fill(`${head}\r\n`, "> > > > > \n", 200_000),
  "HTML of signs": () => fill(`${html}\r\n`, "<", 256 * KB),
  "HTML that never closes": () => fill(`${html}\r\n`, "<div style=x>", 256 * KB),
  "HTML of breaks": () => fill(`${html}\r\n`, "<br>", 256 * KB),
  "HTML in quoted-printable": () =>
    fill(`${html}Content-Transfer-Encoding: quoted-printable\r\n\r\n`, "=3Cp>=C3=A9 ", 700 * KB),
  "lines that are nearly boundaries": () => fill(nested(nearly(9)), `--${"a".repeat(69)}x\n`),
  "short lines that are nearly boundaries": () => fill(nested(short(9)), "--yy\n"),
  "parts without an end": () => fill(nested(["x"]), "--x\r\n\r\n"),
  "parts in parts": () => fill(nested(short(1000)), "--y9\r\n\r\n"),
  "as many parts as there may be": () =>
    joined([nested(["x"]), ...Array(190).fill(`--x\r\n\r\n${"y\n".repeat(100)}`)]),
  "10 MB in 1,000 levels": () => joined([nested(short(1000)), new Uint8Array(10 * MB)]),
  "a header of 1 MB": () => fill("Subject: ", "=?utf-8?q?a?= ", MB),
  "headers": () => fill("", "a:\n", 64 * KB),
  "headers without an end": () => fill("", "a:\n"),
  "one header": () => fill("From: ", "<"),
  "a folded header": () => fill("From: a\n", " <x\n", 64 * KB),
  "brackets in From": () => fill("From: ", "(", 64 * KB),
  "recipients": () => fill("To: ", "a@b,", 64 * KB),
  "ids": () => fill("References: ", "<a@b>", 64 * KB),
  "a type of quotes": () => fill("Content-Type: ", ';a="\\', 64 * KB),
  "a report": () => fill(`${head}Content-Type: multipart/report; boundary=x\r\n\r\n`, report, MB),
};

const report =
  "--x\nContent-Type: message/delivery-status\n\nAction: failed\n\nMessage-ID: <a@b>\n";

function fill(start: string, piece: string, size = 5 * MB - 2 * KB): Uint8Array {
  return joined([start, piece.repeat((size - start.length) / piece.length)]);
}

function withPicture(size: number) {
  return mixed(textPart("Hello"), filePart("image/png", "a.png", new Uint8Array(size)));
}

function signed(form: "der" | "pieces") {
  const data = signedData(sourceOf(withPicture(2.5 * MB)), form);
  return filePart("application/pkcs7-mime", "smime.p7m", data);
}

function smallestPieces(): Uint8Array {
  const start = signedData(new Uint8Array(), "pieces");
  const octets = start.findIndex((byte, at) => byte === 0x24 && start[at + 1] === 0x80) + 2;
  const pieces = new Uint8Array(4 * MB);
  for (let at = 0; at < pieces.length; at += 2) pieces[at] = 0x04;
  return joined([start.subarray(0, octets), pieces]);
}

function nested(boundaries: readonly string[]): string {
  const types = boundaries.map((boundary) =>
    `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`
  );
  return `${head}${types.join("")}\r\n`;
}

/** Boundaries that only differ in their last bytes. */
function nearly(count: number): string[] {
  return Array.from({ length: count }, (_, at) => "a".repeat(69) + at);
}

function short(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `y${at}`);
}
