import { describe, expect, it } from "vitest";
import { type ContactView, findSurge, hourMs } from "./surge.ts";

/** Views by a number of accounts, each of a number of people, one view a second. */
function viewsBy(accounts: number, people: number, startMs = 0): ContactView[] {
  return Array.from({ length: accounts * people }, (_, at) => ({
    viewerId: `viewer ${at % accounts}`,
    ownerId: `owner ${at}`,
    atMs: startMs + at * 1000,
    position: startMs / 1000 + at,
  }));
}

describe("a surge of contact views", () => {
  it("is found when 14 accounts view 120 people's contacts in an hour", () => {
    const surge = findSurge(viewsBy(14, 9).slice(0, 120));
    expect(surge).toMatchObject({ people: 120, from: 0, to: 119 });
    expect([...surge?.byViewer.values() ?? []].toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 8),
      ...Array.from({ length: 8 }, () => 9),
    ]);
  });

  it("begins at fifty views in an hour, counting each person once per viewer", () => {
    expect(findSurge(viewsBy(5, 10).slice(1))).toBeUndefined();
    expect(findSurge(viewsBy(5, 10))?.people).toBe(50);
    const again = viewsBy(5, 9);
    expect(findSurge([...again, ...again.map((view) => ({ ...view, atMs: 60_000 }))]))
      .toBeUndefined();
    expect(findSurge([...viewsBy(5, 5), ...viewsBy(5, 5, hourMs)])).toBeUndefined();
  });

  it("counts each view by deleted accounts, since their viewers are unknown", () => {
    const views = viewsBy(5, 10).map((view, at) =>
      at % 5 === 0 ? view : { ...view, viewerId: null }
    );
    const surge = findSurge(views);
    expect(surge).toMatchObject({ people: 50, byDeleted: 40 });
    expect([...surge?.byViewer ?? []]).toEqual([["viewer 0", 10]]);
    expect(findSurge(views.slice(1))).toBeUndefined();
  });

  it("is reported for its busiest hour", () => {
    const later = viewsBy(7, 10, 3 * hourMs);
    expect(findSurge([...viewsBy(6, 10), ...later])).toMatchObject({
      people: 70,
      from: later[0]?.position,
      to: later.at(-1)?.position,
    });
  });
});
