import { Argon2id } from "oslo/password";

/** Makes and compares hashes of passwords; both take a core for tens of milliseconds. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  /** @throws {Error} When the hash is malformed, or `false`. */
  verify(hash: string, password: string): Promise<boolean>;
}

/**
 * Argon2id with the parameters OWASP asks for. The only module that knows oslo, which nobody
 * maintains any longer.
 *
 * @see {@link https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html}
 */
export function createArgon2id(): PasswordHashing {
  return new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 });
}
