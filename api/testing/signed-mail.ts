import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { dkimSign } from "mailauth";
import type { Resolve } from "../mail/dns.ts";

/** A key for DKIM, and its record in DNS. */
export interface DkimKey {
  readonly privateKey: KeyObject;
  readonly record: string;
}

export function makeDkimKey(type: "rsa" | "ed25519" = "rsa", bits = 1024): DkimKey {
  const { privateKey, publicKey } = type === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: bits })
    : generateKeyPairSync("ed25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  const bytes = type === "rsa" ? der : der.subarray(-32);
  return { privateKey, record: `v=DKIM1; k=${type}; p=${bytes.toString("base64")}` };
}

/** A DNS resolver with only these TXT records. */
export function dnsOf(records: Readonly<Record<string, string>>): Resolve {
  return async (name, type) => type === "TXT" ? [records[name] ?? []].flat() : [];
}

export interface SigningChoice {
  readonly key: DkimKey;
  readonly domain: string;
  /** Names of the headers to sign. */
  readonly headers?: readonly string[];
  readonly canonicalization?: "relaxed/relaxed" | "simple/simple";
  /** Further tags, such as `x=1`. */
  readonly tags?: string;
}

/** Signs a mail with the selector `test`, and returns it with the signature on top. */
export type SignMail = (mail: string, choice: SigningChoice) => Promise<string>;

const usual = ["From", "To", "Subject"];

/** Implements RFC 6376 independently, for mails without trailing empty lines and folded headers. */
export const signByHand: SignMail = async (mail, choice) => {
  const { key, domain, headers = usual, canonicalization = "relaxed/relaxed", tags } = choice;
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const isRelaxed = canonicalization === "relaxed/relaxed";
  const body = rest.join("\r\n\r\n").split("\r\n").map((line) =>
    isRelaxed ? line.replaceAll("\t", " ").split(/ +/).join(" ").trimEnd() : line
  ).join("\r\n");
  const hash = createHash("sha256").update(body).digest("base64");
  const type = key.privateKey.asymmetricKeyType;
  const own = `DKIM-Signature: v=1; a=${type}-sha256; c=${canonicalization}; d=${domain}; s=test; ${
    tags === undefined ? "" : `${tags}; `
  }h=${headers.join(":")}; bh=${hash}; b=`;
  const canonical = (line: string) => {
    if (!isRelaxed) return line;
    const [name = "", ...value] = line.split(":");
    return `${name.toLowerCase().trim()}:${value.join(":").split(/\s+/).join(" ").trim()}`;
  };
  const left = head.split("\r\n").reverse();
  const lines = headers.flatMap((name) => {
    const at = left.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at < 0 ? [] : [`${canonical(left.splice(at, 1)[0] ?? "")}\r\n`];
  });
  const signed = Buffer.from(lines.join("") + canonical(own));
  const bytes = type === "rsa"
    ? sign("sha256", signed, key.privateKey)
    : sign(null, createHash("sha256").update(signed).digest(), key.privateKey);
  return `${own}${bytes.toString("base64")}\r\n${mail}`;
};

/** Uses the library mailauth, which folds its header. It supports only the additional tag `x`. */
export const signByMailauth: SignMail = async (mail, choice) => {
  const { key, domain, headers = usual, canonicalization = "relaxed/relaxed", tags } = choice;
  const expires = /^x=(\d+)$/.exec(tags ?? "")?.[1];
  const { signatures, errors } = await dkimSign(
    Buffer.from(mail),
    {
      canonicalization,
      algorithm: `${key.privateKey.asymmetricKeyType}-sha256`,
      signTime: new Date("2027-01-01"),
      expires: expires === undefined ? undefined : new Date(Number(expires) * 1000),
      headerList: headers.join(":"),
      signatureData: [{
        signingDomain: domain,
        selector: "test",
        privateKey: key.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }],
    } as unknown as Parameters<typeof dkimSign>[1],
  );
  if (errors.length > 0) throw new Error("mailauth couldn't sign");
  return `${signatures}${mail}`;
};
