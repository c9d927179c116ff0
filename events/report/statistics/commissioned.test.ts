import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cycleNamed } from "../cycle.ts";
import {
  given,
  happened,
  manyRegistered,
  type Past,
  published,
  tableOf,
} from "../testing/given.ts";
import { randomHistory, withCommissions } from "../testing/random-history.ts";

const confirmed = (
  who: string,
  at: string,
  { branch = "Aviation", component = "Active Duty" } = {},
): Past[] => [
  happened("Commissioned", who, at, { classYear: "2026", branch, component, rank: "2LT" }),
  happened("RoleSelected", who, at, { role: "alumni", previousRole: "cadet" }),
];
const cadets = (count: number) => manyRegistered(count, "cadet");
const ofAll = (
  count: number,
  at: string,
  of: Parameters<typeof confirmed>[2] = {},
  from = 1,
) =>
  Array.from({ length: count }, (_, number) => confirmed(`cadet ${number + from}`, at, of)).flat();

describe("commissions", () => {
  it("are counted by branch and by component, in groups of five or more", () => {
    const log = given(
      ...cadets(20),
      ...ofAll(7, "2026-05-15"),
      ...ofAll(5, "2026-05-15", { branch: "Infantry", component: "Army Reserve" }, 8),
      ...ofAll(3, "2026-05-15", { branch: "Armor", component: "National Guard" }, 13),
      ...ofAll(2, "2026-05-16", { branch: "Finance", component: "National Guard" }, 16),
    );
    expect(log.rows("commissioned-by-branch")).toEqual([
      ...["Aviation", "Infantry", "Armor and Finance", "Total"],
    ]);
    expect(log.row("commissioned-by-branch", "Armor and Finance")).toEqual({ Commissioned: 5 });
    expect(log.row("commissioned-by-component", "Active Duty")).toEqual({ Commissioned: 7 });
    expect(log.row("commissioned-by-component", "Reserve or National Guard"))
      .toEqual({ Commissioned: 10 });
    expect(log.answer("commissioned")).toBe(
      "17 cadets commissioned in this cycle (none in the last one): 10 in the Reserve or National " +
        "Guard and 7 on active duty.",
    );
  });

  it("are only a total for fewer than five", () => {
    const log = given(...cadets(4), ...ofAll(4, "2026-05-15"));
    for (const table of ["commissioned-by-branch", "commissioned-by-component"]) {
      expect(log.rows(table)).toEqual(["Total"]);
    }
    expect(log.answer("commissioned"))
      .toBe("4 cadets commissioned in this cycle (none in the last one).");
    expect(given().answer("commissioned"))
      .toBe("No cadets commissioned in this cycle (none in the last one).");
  });

  it("summarize many small branches by their number", () => {
    const branches = ["Armor", "Aviation", "Finance", "Infantry", "Signal Corps"];
    const log = given(
      ...cadets(5),
      ...branches.flatMap((branch, at) => confirmed(`cadet ${at + 1}`, "2026-05-15", { branch })),
    );
    expect(log.rows("commissioned-by-branch")).toEqual(["5 branches together", "Total"]);
  });

  it("count toward the cycle of the confirmation, once per cadet, even if they left since", () => {
    const log = given(
      ...cadets(6),
      ...ofAll(5, "2026-09-30T23:59:59.999Z"),
      ...confirmed("cadet 1", "2026-09-30T23:59:59.999Z"),
      ...confirmed("cadet 6", "2026-10-01T00:00Z"),
      happened("MemberErased", "cadet 2", "2026-10-02"),
    );
    const total = (cycle: number) => log.row("commissioned-by-branch", "Total", { cycle });
    expect([total(2025), total(2026), total(2027)].map(({ Commissioned }) => Commissioned))
      .toEqual([0, 5, 1]);
  });

  it("leave out those undone by the cycle's end, without changing an ended cycle", () => {
    const log = given(
      ...cadets(6),
      ...ofAll(6, "2026-09-29"),
      happened("CommissioningUndone", "cadet 1", "2026-09-30"),
      happened("CommissioningUndone", "cadet 2", "2026-10-02"),
    );
    expect(log.row("commissioned-by-branch", "Total")).toEqual({ Commissioned: 5 });
    const later = { cycle: 2027, until: "2028-01-01" };
    expect(log.rows("commissioned-stayed", later)).toEqual([]);
    expect(log.answer("commissioned", later)).not.toContain("a year before");
  });

  it("exclude alumni who registered as alumni", () => {
    const log = given(...manyRegistered(9, "alumni"));
    expect(log.row("commissioned-by-branch", "Total")).toEqual({ Commissioned: 0 });
  });
});

describe("members who stayed", () => {
  const history = [
    ...cadets(8),
    ...Array.from({ length: 8 }, (_, at) => published(`cadet ${at + 1}`, "2026-01-02")),
    ...ofAll(7, "2026-05-15"),
    ...confirmed("cadet 8", "2026-05-20"),
    happened("ProfileHidden", "cadet 1", "2027-05-14"),
    happened("MemberErased", "cadet 2", "2027-01-02"),
    happened("MemberSuspended", "cadet 3", "2027-01-03"),
    happened("ProfileHidden", "cadet 4", "2027-05-15T00:00:00.001Z"),
  ];
  const log = given(...history);
  const later = { cycle: 2027 };

  it("are determined twelve months after each confirmation, in the next cycle", () => {
    expect(log.rows("commissioned-stayed")).toEqual(["Total"]);
    expect(log.row("commissioned-stayed", "Active Duty", later))
      .toEqual({ "A year ago": 8, "Still in the directory": 5 });
    expect(log.answer("commissioned", later)).toBe(
      "No cadets commissioned in this cycle (8 in the last one). Of 8 cadets who had commissioned a year " +
        "before, 5 are still in the directory.",
    );
    expect(log.row("commissioned-stayed", "Total", { cycle: 2028 }))
      .toEqual({ "A year ago": 0, "Still in the directory": 0 });
  });

  it("count those whose year has ended, if there are five", () => {
    const until = (day: string) => log.rows("commissioned-stayed", { ...later, until: day });
    expect(until("2027-05-15")).toEqual(["Total"]);
    expect(log.row("commissioned-stayed", "Total", { ...later, until: "2027-05-16" }))
      .toEqual({ "A year ago": 7, "Still in the directory": 4 });
  });

  it("are empty for fewer than five", () => {
    const few = given(...cadets(4), ...ofAll(4, "2026-05-15"));
    expect(few.rows("commissioned-stayed", later)).toEqual([]);
    expect(few.answer("commissioned", later)).not.toContain("a year before");
  });

  it("are rounded for outside readers", () => {
    expect(log.row("commissioned-stayed", "Total", { ...later, audience: "share" }))
      .toEqual({ "A year ago": 10, "Still in the directory": 5 });
    expect(log.answer("commissioned", { ...later, audience: "share" })).toBe(
      "Fewer than 5 cadets commissioned in this cycle (10 in the last one). Of 10 cadets who had " +
        "commissioned a year before, 5 are still in the directory.",
    );
  });
});

it("matches a plain count, in groups of five or more, in any program", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 40, max: 900 }), (
      seed,
      events,
    ) => {
      const history = withCommissions(randomHistory(seed, events), seed);
      const { startMs, endMs } = cycleNamed(2020);
      const last = new Map<string, { at: number; branch: string }>();
      for (const { who, type, at, facts } of history) {
        if (Number(at) >= endMs) continue;
        if (type === "CommissioningUndone") last.delete(who);
        if (type === "Commissioned") {
          last.set(who, { at: Number(at), branch: (facts as { branch: string }).branch });
        }
      }
      const people = [...last.values()].filter(({ at }) => at >= startMs);
      const content = given(...history).content({ cycle: 2020 });
      for (const id of ["commissioned-by-branch", "commissioned-by-component"]) {
        const { rows } = tableOf(content, id);
        const groups = rows.filter(({ isTotal }) => !isTotal);
        const sizes = groups.map(({ figures }) => Number(figures[0]));
        expect(Math.min(5, ...sizes)).toBe(5);
        if (groups.length > 0) expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(people.length);
        expect(rows.at(-1)?.figures).toEqual([people.length]);
      }
      for (const { label, figures } of tableOf(content, "commissioned-by-branch").rows) {
        const named = people.filter(({ branch }) => label.includes(branch)).length;
        if (named > 0) expect(figures).toEqual([named]);
      }
      for (const { figures, isTotal } of tableOf(content, "commissioned-stayed").rows) {
        if (isTotal && figures[0] === 0) continue;
        expect(Number(figures[0])).toBeGreaterThanOrEqual(5);
        expect(Number(figures[1])).toBeLessThanOrEqual(Number(figures[0]));
      }
    }),
    { numRuns: 60 },
  );
});
