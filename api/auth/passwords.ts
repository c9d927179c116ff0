import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { PasswordHashing } from "./argon2id.ts";
import { createKeyedTurns, createTurns } from "./turns.ts";

export interface Passwords {
  /**
   * @param by Who asks, such as a member's id or an address: theirs are hashed one after the other, so
   * that others wait for one of them at most.
   * @param signal Of whoever waits for the answer.
   * @throws {TooManyWaiting} When many others are hashed already, or many of theirs.
   * @throws {Abandoned} When they left before it was their turn.
   */
  hash(password: string, by: string, signal?: AbortSignal): Promise<string>;
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

/** As many as are hashed while people still wait: whoever comes later is told so at once. */
const maxWaiting = 300;

/** Passwords in turn, whoever hashes them. */
export function createPasswords(hashing: PasswordHashing): Passwords {
  const turn = createTurns(atOnce, maxWaiting);
  const ownTurn = createKeyedTurns(1, maxWaiting);
  const hashOfNobody = hashing.hash(randomBytes(32).toString("base64url"));

  return {
    hash: (password, by, signal) =>
      ownTurn(by, () => turn(() => hashing.hash(password), signal), signal),
    async verify(hash, password, signal) {
      const wellFormed = hash?.startsWith("$argon2id$") ? hash : undefined;
      const compared = wellFormed ?? await hashOfNobody;
      const fits = await turn(() => hashing.verify(compared, password).catch(() => false), signal);
      return fits && wellFormed !== undefined;
    },
  };
}
