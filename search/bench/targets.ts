/**
 * What the embedded engine has to keep on two cores, by the number of profiles.
 *
 * @module
 */
import type { Figures } from "./measure.ts";

interface Target {
  readonly what: string;
  readonly unit: "ms" | "MB";
  readonly figure: (figures: Figures) => number | null | undefined;
  /** At most so much, by profiles; anything at other sizes. */
  readonly most: Readonly<Record<number, number>>;
}

const targets: readonly Target[] = [
  {
    what: "find p99",
    unit: "ms",
    figure: ({ find }) => find.p99,
    most: { 10_000: 1, 100_000: 4 },
  },
  {
    what: "suggest p99",
    unit: "ms",
    figure: ({ suggest }) => suggest?.p99,
    most: { 10_000: 2, 100_000: 6 },
  },
  {
    what: "upsert mean",
    unit: "ms",
    figure: ({ upsert }) => upsert.mean,
    most: { 10_000: 1, 100_000: 1 },
  },
  {
    what: "memory",
    unit: "MB",
    figure: ({ memoryMb }) => memoryMb,
    most: { 10_000: 64, 100_000: 300 },
  },
];

/** A line for each target that the engine has at its size. */
export function targetLines(figures: Figures): string[] {
  return targets.flatMap(({ what, unit, figure, most }) => {
    const found = figure(figures);
    const limit = most[figures.profiles];
    if (found == null || limit === undefined) return [];
    const verdict = found <= limit ? "kept" : "MISSED";
    return `  ${what}: ${
      found.toFixed(unit === "MB" ? 0 : 2)
    } ${unit}, at most ${limit}: ${verdict}`;
  });
}
