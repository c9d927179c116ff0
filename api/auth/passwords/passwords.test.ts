import { describe, expect, it } from "vitest";
import { createArgon2id } from "./argon2id.ts";
import { createPasswords, type NewPassword } from "./passwords.ts";

const passwords = createPasswords(createArgon2id());
const chosen = "correct horse" as NewPassword;

describe("passwords", () => {
  it("hashes with Argon2id, 19 MiB, two passes, one lane and its own salt, and verifies only the same password", async () => {
    const hash = await passwords.hash(chosen, { memberId: "jane" });
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.hash(chosen, { memberId: "jane" })).not.toBe(hash);
    expect(await passwords.verify(hash, "correct horse")).toBe(true);
    expect(await passwords.verify(hash, "correct horse ")).toBe(false);
  });

  it("verifies a hash made by an earlier version of the native module", async () => {
    // By @node-rs/argon2 1.7.0, which oslo names; `overrides` in package.json raises it.
    const hash = "$argon2id$v=19$m=19456,t=2,p=1$KjIbOn3RTYhYQf0hZuOU7Q$" +
      "oNVz6/RcPvfNcMP3DXkrE/KMXF9dzPAoVOtJfEpCQW4";
    expect(await passwords.verify(hash, "correct horse")).toBe(true);
    expect(await passwords.verify(hash, "correct horse ")).toBe(false);
  });

  it("returns false for a malformed or missing hash", async () => {
    for (const hash of [undefined, "", "secret", "$argon2id$v=19$m=19456,t=2,p=1$broken"]) {
      expect(await passwords.verify(hash, "correct horse")).toBe(false);
    }
  });
});
