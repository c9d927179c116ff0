import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { Argon2id } from "oslo/password";
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

/**
 * Argon2id with the parameters OWASP asks for. The only module that knows oslo, which nobody
 * maintains any longer.
 *
 * @see {@link https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html}
 */
export function createPasswords(): Passwords {
  const argon2id = new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 });
  const turn = createTurns(atOnce, maxWaiting);
  const hashOfNobody = argon2id.hash(randomBytes(32).toString("base64url"));

  return {
    hash: (password) => turn(() => argon2id.hash(password)),
    async verify(hash, password, signal) {
      const wellFormed = hash?.startsWith("$argon2id$") ? hash : undefined;
      const compared = wellFormed ?? await hashOfNobody;
      const fits = await turn(() => argon2id.verify(compared, password).catch(() => false), signal);
      return fits && wellFormed !== undefined;
    },
  };
}
