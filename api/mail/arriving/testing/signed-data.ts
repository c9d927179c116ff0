/** Makes signed data as mail programs of the armed forces send it, with keys made at run time. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { joined } from "./mail-source.ts";

const ids = {
  data: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01],
  signedData: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02],
  envelopedData: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x03],
  sha256: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
};

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/**
 * Signed data around a mail.
 *
 * @param form "der" has all lengths; "pieces" has none, and the mail in pieces of 1 KB, as OpenSSL
 * and Outlook write it.
 * @param signer A name that the signature says, as certificates do.
 */
export function signedData(mail: Uint8Array, form: "der" | "pieces", signer = "Jane"): Uint8Array {
  const inPieces = form === "pieces";
  const container = inPieces ? openElement : element;
  const name = element(0x30, element(0x31, element(0x30, objectId("commonName"), utf8(signer))));
  const signerInfo = element(
    0x30,
    integer(1),
    element(0x30, name, integer(7)),
    element(0x30, objectId("sha256")),
    element(0x30, objectId("ecdsaWithSha256")),
    element(0x04, sign("sha256", mail, privateKey)),
  );
  const octets = inPieces
    ? openElement(0x24, ...piecesOf(mail).map((piece) => element(0x04, piece)))
    : element(0x04, mail);
  return container(
    0x30,
    objectId("signedData"),
    container(
      0xa0,
      container(
        0x30,
        integer(1),
        element(0x31, element(0x30, objectId("sha256"))),
        container(0x30, objectId("data"), container(0xa0, octets)),
        element(0x31, signerInfo),
      ),
    ),
  );
}

/** Enveloped data as far as it can be read without a key. */
export function envelopedData(): Uint8Array {
  const key = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }));
  const content = element(0x30, integer(0), element(0x31), element(0x04, key.digest()));
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
  return element(0x06, Uint8Array.from(ids[name]));
}

function integer(value: number): Uint8Array {
  return element(0x02, Uint8Array.of(value));
}

function utf8(text: string): Uint8Array {
  return element(0x0c, new TextEncoder().encode(text));
}
