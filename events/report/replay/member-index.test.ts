import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemberIndex } from "./member-index.ts";

describe("the numbers of members", () => {
  it("are the same for the same id and different for others", () => {
    const word = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
    const id = fc.tuple(word, word, word, word);
    fc.assert(
      fc.property(fc.array(id, { maxLength: 3000 }), (ids) => {
        const index = createMemberIndex();
        const numbers = new Map<string, number>();
        for (const one of [...ids, ...ids]) {
          const number = index.of(Uint32Array.of(0, ...one), 1);
          expect(numbers.get(String(one)) ?? index.size() - 1).toBe(number);
          numbers.set(String(one), number);
        }
        expect(index.size()).toBe(new Set(ids.map(String)).size);
      }),
      { numRuns: 20 },
    );
  });

  it("stay the same while the index grows", () => {
    const index = createMemberIndex();
    for (let id = 0; id < 20_000; id++) index.of(Uint32Array.of(id, 0, 0, id), 0);
    const again = Array.from(
      { length: 20_000 },
      (_, id) => index.of(Uint32Array.of(id, 0, 0, id), 0),
    );
    expect(again.every((number, id) => number === id)).toBe(true);
  });
});
