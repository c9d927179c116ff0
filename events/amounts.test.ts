import { expect, it } from "vitest";
import { counted, lasting, megabytes, spelled } from "./amounts.ts";

it("writes counts in digits with commas, singular or plural", () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, "person", "people")))
    .toEqual(["0 people", "1 person", "2 people", "1,200 people"]);
});

it("spells numbers below ten", () => {
  expect([0, 1, 3, 9, 10, 14].map((count) => spelled(count, "day")))
    .toEqual(["no days", "one day", "three days", "nine days", "10 days", "14 days"]);
});

it("writes times in their largest whole unit, and sizes in megabytes", () => {
  const hourMs = 60 * 60 * 1000;
  expect([7 * 24 * hourMs, hourMs, 36 * hourMs, hourMs / 4].map(lasting))
    .toEqual(["seven days", "one hour", "36 hours", "15 minutes"]);
  expect(megabytes(5 * 2 ** 20)).toBe("5 MB");
});
