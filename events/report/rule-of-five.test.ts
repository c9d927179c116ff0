import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roles, roleTraits } from "../vocabulary.ts";
import { cycleNamed } from "./cycle.ts";
import { joinSmallGroups } from "./rule-of-five.ts";
import { given, type Past, tableOf } from "./testing/given.ts";
import { randomHistory } from "./testing/random-history.ts";

const group = (name: string, people: number, ...figures: number[]) => ({
  names: [name],
  people,
  figures,
});

describe("groups of people", () => {
  it("stay separate from five people on, and else join their smaller neighbor", () => {
    const [cadets, alumni] = [group("Cadets", 16, 3), group("Alumni", 55, 7)];
    expect(joinSmallGroups([cadets, alumni, group("Cadre", 5, 1)]).map(({ label }) => label))
      .toEqual(["Cadets", "Alumni", "Cadre"]);
    expect(joinSmallGroups([cadets, alumni, group("Cadre", 4, 1)])).toEqual([
      { label: "Cadets", figures: [3] },
      { label: "Alumni and cadre", figures: [8] },
    ]);
    expect(joinSmallGroups([group("2025", 3, 1), group("2026", 2, 0), group("2027", 4, 2)]))
      .toEqual([{ label: "2025, 2026, and 2027", figures: [3] }]);
  });

  it("are empty for fewer than five people in all, and leave out empty groups", () => {
    expect(joinSmallGroups([group("Cadets", 2, 1), group("Alumni", 2, 1)])).toEqual([]);
    expect(joinSmallGroups([group("Cadets", 9, 1), group("Alumni", 0, 0)]))
      .toEqual([{ label: "Cadets", figures: [1] }]);
  });

  it("have five or more people and lose no figures, for any sizes", () => {
    fc.assert(fc.property(
      fc.array(fc.tuple(fc.nat(8), fc.nat(3)), { maxLength: 6 }),
      (sizes) => {
        const groups = sizes.map(([people, figure], at) =>
          group(String(at), people, people, figure)
        );
        const rows = joinSmallGroups(groups);
        const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
        for (const { figures: [people] } of rows) expect(people).toBeGreaterThanOrEqual(5);
        const everyone = sum(sizes.map(([people]) => people));
        if (everyone >= 5) {
          expect(sum(rows.map(({ figures }) => Number(figures[1])))).toBe(
            sum(sizes.map(([, figure]) => figure)),
          );
        } else expect(rows).toEqual([]);
      },
    ));
  });
});

/** Tables that count actions by groups of people. */
const crossed = [
  "people-new",
  "requests-by-role",
  "requests-mentors",
  "freshness-by-age",
  "retention-by-role",
];

/** Number of people in a row, counted from the events without the code under test. */
function peopleIn(history: readonly Past[], label: string, tableId: string, atMs: number): number {
  const role = new Map<string, string>();
  const registeredAt = new Map<string, number>();
  const withProfile = new Set<string>();
  const gone = new Set<string>();
  for (const { who, type, facts, at } of history.filter((one) => Number(one.at) < atMs)) {
    const { role: chosen } = facts as { role?: string | null };
    if (type === "MemberRegistered") {
      registeredAt.set(who, Number(at));
      role.set(who, chosen ?? "none");
    }
    if (type === "RoleSelected" && chosen) role.set(who, chosen);
    if (type === "ProfileCreated") withProfile.add(who);
    if (type === "ProfileDeleted") withProfile.delete(who);
    if (type === "MemberErased") gone.add(who);
  }
  const isNew = (who: string) => Number(registeredAt.get(who)) >= cycleNamed(2020).startMs;
  return [...role].filter(([who, one]) => {
    const plural = roles.some((each) => each === one)
      ? roleTraits[one as "cadet"].plural
      : "No role";
    if (!label.toLowerCase().includes(plural.toLowerCase())) return false;
    if (tableId === "people-new") return isNew(who);
    return !gone.has(who) && (tableId !== "freshness-by-age" || withProfile.has(who));
  }).length;
}

it("no figure shows the actions of fewer than five people, in 100 random programs", () => {
  let seen = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const history = randomHistory(seed, 40 + seed * 4);
    const { endMs } = cycleNamed(2020);
    const content = given(...history).content({ cycle: 2020 });
    for (const id of crossed) {
      for (const { label, isTotal } of tableOf(content, id).rows) {
        if (isTotal) continue;
        seen++;
        expect([seed, id, label, peopleIn(history, label, id, endMs) >= 5])
          .toEqual([seed, id, label, true]);
      }
    }
  }
  expect(seen).toBeGreaterThan(300);
});
