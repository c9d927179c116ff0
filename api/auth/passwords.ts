import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { PasswordHashing } from "./argon2id.ts";
import { createTurns } from "./turns.ts";

export interface Passwords {
  /** @throws {TooManyWaiting} As `verify` does: many others are hashed already. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash. Takes as long without a hash as with one, so that the
   * time does not tell whether an account exists. A malformed hash fits no password.
   *
   * @param signal Of whoever waits for the answer.
   * @throws {Abandoned} When they left before it was their turn.
   */
  verify(hash: string | undefined, password: string, signal?: AbortSignal): Promise<boolean>;
}

/**
 * Each hash takes 19 MiB and a core. One core is left to everything else, so that whoever floods the
 * service with passwords delays those who sign in, and nobody who reads.
 */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

/** As many as are hashed in a few seconds: whoever comes later is told so at once. */
const maxWaiting = 100;

/** Passwords in turn, whoever hashes them. */
export function createPasswords(hashing: PasswordHashing): Passwords {
  const turn = createTurns(atOnce, maxWaiting);
  const hashOfNobody = hashing.hash(randomBytes(32).toString("base64url"));

  return {
    hash: (password) => turn(() => hashing.hash(password)),
    async verify(hash, password, signal) {
      const wellFormed = hash?.startsWith("$argon2id$") ? hash : undefined;
      const compared = wellFormed ?? await hashOfNobody;
      const fits = await turn(() => hashing.verify(compared, password).catch(() => false), signal);
      return fits && wellFormed !== undefined;
    },
  };
}
