import { createHash, randomUUID } from "node:crypto";
import type { PasswordHashing } from "../auth/passwords/argon2id.ts";

/**
 * Fast password hashing for tests of other things. Each hash is different and matches only its password, like with
 * Argon2id.
 */
export const quickHashing: PasswordHashing = {
  hash: async (password) => hashWith(randomUUID(), password),
  verify: async (hash, password) => hash === hashWith(hash.split("$")[2] ?? "", password),
};

function hashWith(salt: string, password: string): string {
  return `$argon2id$${salt}$${createHash("sha256").update(salt + password).digest("hex")}`;
}
