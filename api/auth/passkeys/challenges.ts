import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";

/** The purpose of a browser's answer. */
export type ChallengePurpose = "sign in" | "confirm" | "add";

export const challengeLifetimeMs = 10 * 60 * 1000;

const randomLength = 16;
const timeLength = 6;
const macLength = 32;
const length = randomLength + timeLength + macLength;

/**
 * Challenges for passkeys. They contain their time, purpose and member, sealed by the installation's key, so nothing is
 * stored when one is made. Used ones are stored with the change that they were used for.
 */
export class Challenges {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array, private readonly now: () => Date) {
    this.#key = deriveKey(secret, "passkey challenges");
  }

  /** @param memberId Of a signed-in member; `""` for a visitor. @returns In base64url. */
  make(purpose: ChallengePurpose, memberId: string): string {
    const head = Buffer.alloc(randomLength + timeLength);
    randomBytes(randomLength).copy(head);
    head.writeUIntBE(this.now().getTime(), randomLength, timeLength);
    return Buffer.concat([head, this.#mac(head, purpose, memberId)]).toString("base64url");
  }

  /** Whether this installation made it, in the last ten minutes, for this. */
  isValid(challenge: string, purpose: ChallengePurpose, memberId: string): boolean {
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== length || bytes.toString("base64url") !== challenge) return false;
    const head = bytes.subarray(0, randomLength + timeLength);
    if (!timingSafeEqual(bytes.subarray(head.length), this.#mac(head, purpose, memberId))) {
      return false;
    }
    const ageMs = this.now().getTime() - head.readUIntBE(randomLength, timeLength);
    return ageMs >= 0 && ageMs < challengeLifetimeMs;
  }

  #mac(head: Uint8Array, purpose: ChallengePurpose, memberId: string): Uint8Array {
    return createHmac("sha256", this.#key).update(head).update(`${purpose} ${memberId}`).digest();
  }
}
