import type { Cycle } from "./cycle.ts";
import { Counts } from "./tables.ts";

/** Counts of requests by day and name, such as `asked/cadet` or `accepted/3` in `RequestsCounted`. */
export type CountedDays = ReadonlyMap<string, Counts>;

type Nested = number | string | { readonly [name: string]: Nested };

export function countsOf(facts: Nested, name = "", counts = new Counts()): Counts {
  if (typeof facts === "number") counts.add(name, facts);
  if (typeof facts !== "object") return counts;
  for (const [key, value] of Object.entries(facts)) {
    countsOf(value, name === "" ? key : `${name}/${key}`, counts);
  }
  return counts;
}

/** Adds days that began before a time to a cycle's months. A day is counted as a whole. */
export function addDays(
  days: CountedDays,
  sums: readonly Counts[],
  { months, startMs, endMs }: Cycle,
  atMs: number,
): void {
  for (const [day, counts] of days) {
    const beganMs = Date.parse(day);
    if (beganMs < startMs || beganMs >= Math.min(endMs, atMs)) continue;
    sums[months.findLastIndex((one) => one.startMs <= beganMs)]?.addAll(counts);
  }
}
