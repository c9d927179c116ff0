import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newKey, open, seal } from "./seal.ts";

const key = newKey();
const content = new TextEncoder().encode("Flew helicopters.");

describe("sealed content", () => {
  it.each(["", "one/two", "é".repeat(300), "x".repeat(512), "x".repeat(2000)])(
    "opens only in its context",
    (context) => {
      const sealed = seal(key, context, content);
      expect(open(key, context, sealed)).toEqual(content);
      expect(() => open(key, `${context}x`, sealed)).toThrow();
    },
  );

  it("opens with no other key, and never gives the same bytes twice", () => {
    expect(() => open(newKey(), "one", seal(key, "one", content))).toThrow();
    expect(seal(key, "one", content)).not.toEqual(seal(key, "one", content));
  });

  it("opens after any other sealed contents", () => {
    fc.assert(fc.property(
      fc.array(fc.record({
        context: fc.string({ unit: "grapheme", maxLength: 400 }),
        content: fc.uint8Array(),
      })),
      (parts) => {
        const sealed = parts.map((part) => seal(key, part.context, part.content));
        expect(parts.map(({ context }, at) => open(key, context, sealed[at] ?? new Uint8Array())))
          .toEqual(parts.map((part) => part.content));
      },
    ));
  });

  it("doesn't open after any byte was changed", () => {
    const sealed = seal(key, "one", content);
    for (let at = 0; at < sealed.length; at++) {
      const changed = sealed.map((byte, place) => place === at ? byte ^ 1 : byte);
      expect(() => open(key, "one", changed)).toThrow();
    }
  });
});
