import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemberIndex } from "./member-index.ts";

describe("the numbers of members", () => {
  it("are the same for the same id and different for others, UUIDs or not", () => {
    const id = fc.oneof(fc.uuid(), fc.uuid().map((one) => one.toUpperCase()), fc.string());
    fc.assert(
      fc.property(fc.array(id, { maxLength: 3000 }), (ids) => {
        const index = createMemberIndex();
        const numbers = new Map<string, number>();
        for (const one of [...ids, ...ids]) {
          const number = index.of(`<${one}>`, 1, one.length + 1);
          expect(numbers.get(one) ?? index.size - 1).toBe(number);
          numbers.set(one, number);
        }
        expect(index.size).toBe(new Set(ids).size);
      }),
      { numRuns: 20 },
    );
  });
});
