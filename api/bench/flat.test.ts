import { expect, it } from "vitest";
import { isFlat, thirds } from "./flat.ts";

const series = (at: (minute: number) => number) =>
  Array.from({ length: 300 }, (_, minute) => at(minute));

it("tells a process that warms up from one that leaks", () => {
  const warmsUp = series((minute) => 200 + 100 * Math.min(1, minute / 80) + minute % 20);
  expect(isFlat(thirds(warmsUp))).toBe(true);
  const leaks = series((minute) => 200 + minute + minute % 20);
  expect(isFlat(thirds(leaks))).toBe(false);
});
