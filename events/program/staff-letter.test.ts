import { expect, it } from "vitest";
import { dueMonday } from "./staff-letter.ts";

const at = (time: string, had: readonly string[] = [], restored?: string) =>
  dueMonday(had, new Date(time), restored === undefined ? undefined : Date.parse(restored));

it("the letter is due on Mondays from 14:00 UTC, for a day", () => {
  expect(at("2026-11-30T13:59:59.999Z")).toBeUndefined();
  expect(at("2026-11-30T14:00:00.000Z")).toBe("2026-11-30");
  expect(at("2026-12-01T13:59:59.999Z")).toBe("2026-11-30");
  expect(at("2026-12-01T14:00:00.000Z")).toBeUndefined();
  for (const day of ["2026-11-29", "2026-12-02", "2026-12-06"]) {
    expect(at(`${day}T15:00:00.000Z`)).toBeUndefined();
  }
});

it("the letter is due once a week, even if a clock steps", () => {
  expect(at("2026-11-30T15:00:00.000Z", ["2026-11-30"])).toBeUndefined();
  expect(at("2026-11-30T15:00:00.000Z", ["2026-11-30", "2027-01-04"])).toBeUndefined();
  expect(at("2026-12-07T15:00:00.000Z", ["2026-11-30"])).toBe("2026-12-07");
});

it("the letter isn't due again after restoring an older backup", () => {
  const now = "2026-11-30T16:00:00.000Z";
  expect(at(now, [], "2026-11-30T15:30:00.000Z")).toBeUndefined();
  expect(at(now, [], "2026-11-30T13:30:00.000Z")).toBe("2026-11-30");
});
