/**
 * A software authenticator: creates passkeys and answers challenges like browsers, or wrongly on request.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { CreatedPasskey, PasskeyAnswer } from "../contract/passkey.ts";

export interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly userHandle?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly isBackedUp?: boolean;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  readonly format?: string;
  /** Signs with another key. */
  readonly signedBy?: KeyObject;
}

const flag = { present: 1, verified: 4, mayBeBackedUp: 8, isBackedUp: 16, hasKey: 64 };

export class Authenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  counter = 0;

  get credentialId(): string {
    return this.#id.toString("base64url");
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  create(ceremony: Ceremony): CreatedPasskey {
    const clientDataJSON = clientData({ type: "webauthn.create", ...ceremony });
    const key = this.#coseKey();
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([
      this.#authenticatorData(ceremony, flag.hasKey),
      ...[Buffer.alloc(16), length, this.#id, key],
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text("fmt"), text(ceremony.format ?? "none"), text("attStmt"), Buffer.from([0xa0])],
      ...[
        text("authData"),
        Buffer.from([0x59, authData.length >> 8, authData.length & 255]),
        authData,
      ],
    ]).toString("base64url");
    return this.#answer({ clientDataJSON, attestationObject, transports: ["internal"] });
  }

  get(ceremony: Ceremony): PasskeyAnswer {
    const clientDataJSON = clientData({ type: "webauthn.get", ...ceremony });
    this.counter++;
    const authenticatorData = this.#authenticatorData(ceremony, 0);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const signed = Buffer.concat([authenticatorData, hash]);
    const signature = sign("sha256", signed, ceremony.signedBy ?? this.#keys.privateKey);
    return this.#answer({
      clientDataJSON,
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
      ...ceremony.userHandle !== undefined && { userHandle: ceremony.userHandle },
    });
  }

  #answer<R>(response: R) {
    const id = this.credentialId;
    return { id, rawId: id, type: "public-key" as const, response };
  }

  #authenticatorData(
    { rpId, isVerified = true, isPresent = true, isBackedUp = false, counter = this.counter }:
      Ceremony,
    more: number,
  ): Buffer {
    const flags = more + (isPresent ? flag.present : 0) + (isVerified ? flag.verified : 0) +
      (isBackedUp ? flag.mayBeBackedUp + flag.isBackedUp : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), tail]);
  }

  /** CBOR of { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const bytes = (one: string) => [Buffer.from([0x58, 32]), Buffer.from(one, "base64url")];
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      ...bytes(x),
      Buffer.from([0x22]),
      ...bytes(y),
    ]);
  }
}

function clientData(
  { type, challenge, origin, crossOrigin = false }: Ceremony & { readonly type: string },
): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })).toString(
    "base64url",
  );
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
