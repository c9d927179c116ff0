import { describe, expect, it } from "vitest";
import { byGroup } from "../../../search/facets.ts";
import { byRole } from "../../../search/profile-search.ts";
import { createPeopleCount } from "./route.tsx";

const monday = Date.parse("2026-11-23T12:00:00Z");
const hourMs = 60 * 60 * 1000;

function counting(totals: (number | Error)[]) {
  let atMs = monday;
  const read = createPeopleCount({
    now: () => new Date(atMs),
    directory: {
      async count() {
        const total = totals.shift() ?? 0;
        if (total instanceof Error) throw total;
        const roles = byRole(() => 0);
        return { memberIds: [], total, roles, relaxed: null, facets: byGroup(() => []) };
      },
    },
  });
  return { read, pass: (ms: number) => atMs += ms };
}

describe("how many people are in the directory", () => {
  it.each([[0, undefined], [49, undefined], [50, 50], [59, 50], [487, 480], [10_000, 10_000]])(
    "is told of %d people as %s",
    async (total, told) => {
      expect(await counting([total]).read()).toBe(told);
    },
  );

  it("stays for the week, no matter who joins or leaves", async () => {
    const { read, pass } = counting([59, 70]);
    expect(await read()).toBe(50);
    pass(40 * hourMs);
    expect(await read()).toBe(50);
    pass(7 * 24 * hourMs);
    expect(await read()).toBe(70);
  });

  it("is left out while the search is away, and there once it is back", async () => {
    const { read } = counting([new Error("away"), 120]);
    expect(await read()).toBe(undefined);
    expect(await read()).toBe(120);
  });
});
