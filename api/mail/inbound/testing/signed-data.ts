/** Makes signed and encrypted data, complete enough for a reader without keys. Tests with OpenSSL use real ones. */
import { joined } from "./mail-source.ts";

const ids = {
  data: "2a864886f70d010701",
  signedData: "2a864886f70d010702",
  envelopedData: "2a864886f70d010703",
  sha256: "608648016503040201",
};

/**
 * Signed data around a mail.
 *
 * @param form "der" has all lengths; "pieces" has none, and the mail in pieces of 1 KB, as OpenSSL
 * and Outlook write it.
 * @param signer The name in the signature's certificate.
 */
export function signedData(mail: Uint8Array, form: "der" | "pieces", signer = "Jane"): Uint8Array {
  const inPieces = form === "pieces";
  const container = inPieces ? openElement : element;
  const octets = inPieces
    ? openElement(0x24, ...piecesOf(mail).map((piece) => element(0x04, piece)))
    : element(0x04, mail);
  const signerInfo = element(0x30, element(0x0c, new TextEncoder().encode(signer)));
  const content = container(
    0x30,
    element(0x02, Uint8Array.of(1)),
    element(0x31, element(0x30, objectId("sha256"))),
    container(0x30, objectId("data"), container(0xa0, octets)),
    element(0x31, signerInfo),
  );
  return container(0x30, objectId("signedData"), container(0xa0, content));
}

/** Enveloped data, complete enough for a reader without a key. */
export function envelopedData(): Uint8Array {
  const content = element(0x30, element(0x02, Uint8Array.of(0)), element(0x31));
  return element(0x30, objectId("envelopedData"), element(0xa0, content));
}

function element(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = joined(contents);
  const length = content.length < 128
    ? [content.length]
    : [0x83, content.length >> 16, content.length >> 8 & 255, content.length & 255];
  return joined([Uint8Array.of(tag, ...length), content]);
}

function openElement(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  return joined([Uint8Array.of(tag, 0x80), ...contents, Uint8Array.of(0, 0)]);
}

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / 1024);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * 1024, (at + 1) * 1024));
}

function objectId(name: keyof typeof ids): Uint8Array {
  return element(0x06, Uint8Array.fromHex(ids[name]));
}
