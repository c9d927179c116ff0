import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newKey } from "../vault/seal.ts";
import { isSigned, issueReceipt, readReceipt, receiptLine } from "./receipt.ts";

const secret = newKey();
const receipt = issueReceipt({
  eventId: "9b2f7c5e-4a1d-4c3b-8f6e-0d1c2b3a4f5e",
  position: 42,
  atMs: Date.parse("2026-11-21T12:00:00.123Z"),
  hash: "0123456789abcdef".repeat(4),
}, secret);
const line = receiptLine(receipt);

describe("the line of a receipt", () => {
  it.each([
    ["as it is", line],
    ["in a letter", `Dear all,\nplease confirm this erasure1 receipt:\n${line}\nThank you`],
    ["broken over lines", line.replaceAll(/(.{30})/g, "$1\r\n  ")],
    ["in capitals", line.toUpperCase()],
  ])("is read %s", (_, text) => {
    expect(readReceipt(text)).toEqual({ is: "receipt", receipt });
  });

  it("has nothing in it but what it names", () => {
    expect(line.split("_").slice(0, 5)).toEqual([
      "erasure1",
      receipt.erasureId,
      "42",
      "2026-11-21t12:00:00.123z",
      receipt.hash,
    ]);
  });

  it("is nothing where there is none", () => {
    for (const text of ["", "42", "erasure", receipt.erasureId]) {
      expect(readReceipt(text)).toEqual({ is: "nothing" });
    }
  });

  it("is known as mistyped, no matter which character is wrong, missing or too many", () => {
    const start = "erasure1_".length;
    const place = fc.integer({ min: start, max: line.length - 1 });
    const character = fc.constantFrom(..."0123456789abcdefxyz-_:.");
    fc.assert(fc.property(place, character, fc.constantFrom(0, 1), (at, wrong, skipped) => {
      const mistyped = line.slice(0, at) + wrong + line.slice(at + skipped);
      fc.pre(!mistyped.startsWith(line));
      expect(readReceipt(mistyped)).toEqual({ is: "mistyped" });
      expect(readReceipt(line.slice(0, at) + line.slice(at + 1))).toEqual({ is: "mistyped" });
    }));
  });
});

describe("the signature of a receipt", () => {
  it("is the program's own", () => {
    expect(isSigned(receipt, secret)).toBe(true);
    expect(isSigned(receipt, newKey())).toBe(false);
  });

  it.each([
    { position: 43 },
    { erasureId: "9b2f7c5e-4a1d-4c3b-8f6e-0d1c2b3a4f5f" },
    { at: "2026-11-21T12:00:00.124Z" },
    { hash: "0".repeat(64) },
    { signature: "0".repeat(32) },
  ])("does not fit anything else: %j", (changes) => {
    expect(isSigned({ ...receipt, ...changes }, secret)).toBe(false);
    // Its check is right all the same: anyone can compute that.
    expect(readReceipt(receiptLine({ ...receipt, ...changes })).is).toBe("receipt");
  });
});
