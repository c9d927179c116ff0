import { createHash, randomUUID } from "node:crypto";
import type { PasswordHashing } from "../auth/passwords/argon2id.ts";

/**
 * Password hashing for tests that are about something else: each hash is another one and fits its
 * password alone, as with Argon2id, in no time.
 */
export const quickHashing: PasswordHashing = {
  hash: async (password) => hashWith(randomUUID(), password),
  verify: async (hash, password) => hash === hashWith(hash.split("$")[2] ?? "", password),
};

function hashWith(salt: string, password: string): string {
  return `$argon2id$${salt}$${createHash("sha256").update(salt + password).digest("hex")}`;
}
