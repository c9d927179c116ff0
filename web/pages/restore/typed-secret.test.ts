import { describe, expect, it } from "vitest";
import { makeIdentity } from "../../../api/config/identities.ts";
import { secretFault, typedSecret } from "./typed-secret.ts";

describe("a secret typed from paper", () => {
  it("can have spaces, line breaks, small letters, and look-alike characters", async () => {
    const { identity } = await makeIdentity();
    const groups = identity.replace(
      /(.{18})(.*)/,
      (_, begin, rest) => [begin, ...rest.match(/.{8}/g)].join(" \n"),
    );
    for (
      const typed of [
        identity,
        groups,
        ` ${groups.toLowerCase()} `,
        groups.replaceAll("-", "\u2011"),
        identity.slice(0, 16) + identity.slice(16).replaceAll("0", "O").replaceAll("L", "1"),
        identity.slice(0, 16) + identity.slice(16).replaceAll("0", "o").replaceAll("L", "i"),
      ]
    ) {
      expect(typedSecret(typed)).toBe(identity);
    }
    expect(secretFault(identity)).toBeUndefined();
  });

  it("is refused with the reason", async () => {
    const { identity } = await makeIdentity();
    const other = identity.endsWith("Q") ? "P" : "Q";
    expect(secretFault("")).toBe("Type the secret from your printed sheet.");
    expect(secretFault(typedSecret("correct horse"))).toContain("begins with AGE-SECRET-KEY-1");
    expect(secretFault(typedSecret(identity.slice(0, -2)))).toContain(": 2 are missing");
    expect(secretFault(typedSecret(`${identity}Q`))).toContain(": 1 is too many");
    expect(secretFault(typedSecret(identity.slice(0, -1) + other)))
      .toBe("A letter or digit of the secret is wrong. Compare it with your printed sheet.");
  });
});
