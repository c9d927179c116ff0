import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameJson } from "./same-json.ts";

describe("two values", () => {
  it("are the same if they have the same JSON, in any order of names", () => {
    // Few names and values, so that many pairs are the same or nearly so.
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(null, true, 0, 1, "", "a"),
        fc.array(tie("json"), { maxLength: 2 }),
        fc.dictionary(fc.constantFrom("a", "b", "0"), tie("json"), { maxKeys: 2 }),
      ),
    }));
    fc.assert(fc.property(json, json, (one, other) => {
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
      expect(isSameJson(one, other)).toBe(isDeepStrictEqual(plain(one), plain(other)));
      expect(isSameJson(one, structuredClone(one))).toBe(true);
    }));
  });

  it("don't differ by an undefined value", () => {
    expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(isSameJson({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(isSameJson({ a: 1 }, { a: 1, b: null })).toBe(false);
  });
});
