import { describe, expect, it } from "vitest";
import { type ContactView, findSurge, hourMs } from "./surge.ts";

/** So many accounts that look at so many people each, one look a second. */
function looksOf(accounts: number, people: number, startMs = 0): ContactView[] {
  return Array.from({ length: accounts * people }, (_, at) => ({
    viewerId: `viewer ${at % accounts}`,
    ownerId: `owner ${at}`,
    atMs: startMs + at * 1000,
    position: startMs / 1000 + at,
  }));
}

describe("a surge of looks at contacts", () => {
  it("is what 14 accounts do who look at 120 people's in an hour", () => {
    const surge = findSurge(looksOf(14, 9).slice(0, 120));
    expect(surge).toMatchObject({ people: 120, from: 0, to: 119 });
    expect([...surge?.byViewer.values() ?? []].toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 8),
      ...Array.from({ length: 8 }, () => 9),
    ]);
  });

  it("begins with fifty looks in one hour, at several contacts of a person once", () => {
    expect(findSurge(looksOf(5, 10).slice(1))).toBeUndefined();
    expect(findSurge(looksOf(5, 10))?.people).toBe(50);
    const again = looksOf(5, 9);
    expect(findSurge([...again, ...again.map((look) => ({ ...look, atMs: 60_000 }))]))
      .toBeUndefined();
    expect(findSurge([...looksOf(5, 5), ...looksOf(5, 5, hourMs)])).toBeUndefined();
  });

  it("counts each look of accounts that are deleted, of whom no one knows which was whose", () => {
    const looks = looksOf(5, 10).map((look, at) =>
      at % 5 === 0 ? look : { ...look, viewerId: null }
    );
    const surge = findSurge(looks);
    expect(surge).toMatchObject({ people: 50, byDeleted: 40 });
    expect([...surge?.byViewer ?? []]).toEqual([["viewer 0", 10]]);
    expect(findSurge(looks.slice(1))).toBeUndefined();
  });

  it("is reported by its busiest hour", () => {
    const later = looksOf(7, 10, 3 * hourMs);
    expect(findSurge([...looksOf(6, 10), ...later])).toMatchObject({
      people: 70,
      from: later[0]?.position,
      to: later.at(-1)?.position,
    });
  });
});
