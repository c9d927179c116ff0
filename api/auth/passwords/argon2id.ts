import "./argon2-memory.ts";
import { Argon2id } from "oslo/password";

/** Makes and compares password hashes; both take a core for tens of milliseconds. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  /** @throws {Error} Or resolves with `false`, if the hash is malformed. */
  verify(hash: string, password: string): Promise<boolean>;
}

/**
 * Argon2id with the parameters that OWASP recommends. Only this module uses the unmaintained oslo.
 * @see {@link https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html}
 */
export function createArgon2id(): PasswordHashing {
  return new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 });
}
