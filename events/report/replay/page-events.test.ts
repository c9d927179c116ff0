import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFactCodes, createFactsReader } from "./facts.ts";
import { type LoggedLine, packLines, textIn } from "./event-lines.ts";
import { typeOf } from "./counted-types.ts";
import { createPageReader, type PageEvents } from "./page-events.ts";

const counted = ["MemberRegistered", "RoleSelected", "ProfileChanged", "MemberErased"];
const uncounted = ["EmailVerified", "PasswordReset"];
/** Texts such as somebody could try: every byte that a reader of bytes looks for is in them. */
const text = fc.string({
  unit: fc.constantFrom("{", "}", '"', "\\", ",", "[", "7", "é", "\n", "a"),
});
const line: fc.Arbitrary<LoggedLine> = fc.record({
  memberId: fc.uuid(),
  atMs: fc.oneof(fc.nat(), fc.integer({ min: 0, max: 9e14 })),
  type: fc.constantFrom(...counted, ...uncounted),
  facts: fc.dictionary(fc.constantFrom("armyBranch", "changed", "rank"), text)
    .map((facts) => JSON.stringify(facts)),
});

/** What stands in the columns, as lines again. */
function linesIn({ count, atMs, memberIds, types, factsAt, factsEnd, lines }: PageEvents) {
  return Array.from({ length: count }, (_, at): LoggedLine => ({
    memberId: [...memberIds.subarray(4 * at, 4 * at + 4)]
      .map((word) => word.toString(16).padStart(8, "0")).join("")
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    atMs: atMs[at] ?? 0,
    type: typeOf(types[at] ?? 0),
    facts: textIn(lines, factsAt[at] ?? 0, factsEnd[at] ?? 0),
  }));
}

describe("the events of a page", () => {
  it("are those of its lines that are counted", () => {
    fc.assert(fc.property(fc.array(fc.array(line)), (pages) => {
      const reader = createPageReader();
      for (const lines of pages) {
        const expected = lines.filter(({ type }) => counted.includes(type));
        expect(linesIn(reader.read(packLines(lines)))).toEqual(expected);
      }
    }));
  });

  it("have facts that say the same however often and whenever they are read", () => {
    const codes = createFactCodes();
    const reader = createFactsReader(codes);
    const read = (facts: object) => {
      const json = new DataView(new TextEncoder().encode(JSON.stringify(facts)).buffer);
      const { rank, region } = reader.read(json, 0, json.byteLength);
      return [codes.rank.values[rank], codes.region.values[region]];
    };
    // More than are remembered, short and long.
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 6000; number++) {
        const rank = `R${number % 50}`;
        const regionCode = number % 3 === 0
          ? `a region with a long name, ${number}`.repeat(2)
          : `${number}`;
        expect(read({ rank, regionCode })).toEqual([rank, regionCode]);
        expect(read({ rank })).toEqual([rank, undefined]);
      }
    }
  });
});
