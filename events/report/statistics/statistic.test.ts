import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { median } from "./statistic.ts";

describe("the median", () => {
  it("is the middle of the sorted values, or of the two in the middle", () => {
    const value = fc.oneof(fc.nat(5), fc.nat(0xffffffff));
    fc.assert(fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
      const sorted = [...values].sort((one, other) => one - other);
      const [lower = 0, upper = 0] = [(values.length - 1) >> 1, values.length >> 1]
        .map((at) => sorted[at]);
      expect(median(Uint32Array.from(values))).toBe((lower + upper) / 2);
    }));
  });

  it("is none without values", () => {
    expect(median(new Uint32Array())).toBeNull();
  });
});
