import { describe, expect, it } from "vitest";
import { temporaryDatabase } from "../testing/database.ts";
import { newKey, open, seal } from "./seal.ts";
import { describeVault } from "./vault.contract.ts";

const text = new TextEncoder().encode("A secret");

describe("sealing", () => {
  it("opens with the same key and context only", () => {
    const key = newKey();
    const sealed = seal(key, "one", text);
    expect(open(key, "one", sealed)).toEqual(text);
    expect(() => open(newKey(), "one", sealed)).toThrow();
    expect(() => open(key, "two", sealed)).toThrow();
  });

  it("notices a changed byte, wherever it is", () => {
    const key = newKey();
    const sealed = seal(key, "one", text);
    sealed.forEach((byte, index) => {
      const changed = sealed.slice();
      changed[index] = byte ^ 1;
      expect(() => open(key, "one", changed)).toThrow();
    });
  });

  it("never gives the same bytes twice", () => {
    const key = newKey();
    expect(seal(key, "one", text)).not.toEqual(seal(key, "one", text));
  });
});

describeVault("a file", () => temporaryDatabase());
