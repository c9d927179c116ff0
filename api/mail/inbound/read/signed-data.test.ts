import { describe, expect, it } from "vitest";
import type { Letter } from "../inbound-mail.ts";
import { contentOf, letter, refused } from "../testing/contents.ts";
import {
  filePart,
  joined,
  mixed,
  multipart,
  sourceOf,
  type SourcePart,
  textPart,
} from "../testing/mail-source.ts";
import { envelopedData, signedData } from "../testing/signed-data.ts";

const file = filePart("application/pdf", "orders.pdf", "%PDF");
const p7m = (bytes: Uint8Array, type = "application/pkcs7-mime", name = "smime.p7m") =>
  filePart(type, name, bytes);

describe("signed and encrypted mail", () => {
  const inside = sourceOf(mixed(textPart("Hello"), file));
  it.each<[string, SourcePart]>([
    ["with lengths", p7m(signedData(inside, "der"))],
    ["in pieces", p7m(signedData(inside, "pieces"))],
    ["by its older type", p7m(signedData(inside, "der"), "Application/X-PKCS7-Mime")],
    ["by its name", p7m(signedData(inside, "der"), "application/octet-stream", "SMIME.P7M")],
    ["below a gateway's words", mixed(p7m(signedData(inside, "der")))],
    ["twice", p7m(signedData(sourceOf(p7m(signedData(inside, "pieces"))), "der"))],
  ])("is read inside signed data: %s", async (_, part) => {
    expect(await contentOf(part)).toEqual(letter("Hello", 1));
  });

  it.each<[string, SourcePart]>([
    ["enveloped data", p7m(envelopedData())],
    [
      "enveloped data that is called signed",
      p7m(envelopedData(), "application/pkcs7-mime; smime-type=signed-data"),
    ],
    ["enveloped data inside signed data", p7m(signedData(sourceOf(p7m(envelopedData())), "der"))],
    ["enveloped data with a gateway's words", mixed(p7m(envelopedData()), textPart("Caution"))],
    [
      "PGP",
      multipart("encrypted", [textPart("Version: 1", { type: "application/pgp-encrypted" }), file]),
    ],
    ["PGP in the text", textPart("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----")],
  ])("is told to be encrypted: %s", async (_, part) => {
    expect(await contentOf(part)).toEqual(refused("encrypted"));
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
  ])("is unreadable where signed data should be: %s", async (_, bytes) => {
    expect(await contentOf(p7m(bytes))).toEqual(refused("unreadable"));
  });

  it("loses only PGP's lines around its text", async () => {
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
    const { text } = await contentOf(textPart(lines.join("\n"))) as Letter;
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      lines[3],
      "-----BEGIN PGP MESSAGE----- is how others begin",
      "- a list",
      ...lines.slice(-3),
    ]);
  });
});
