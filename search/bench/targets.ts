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
    most: { 10_000: 0.5, 100_000: 1, 1_000_000: 7 },
  },
  {
    what: "suggest p99",
    unit: "ms",
    figure: ({ suggest }) => suggest?.p99,
    most: { 10_000: 1.5, 100_000: 3, 1_000_000: 12 },
  },
  {
    what: "three or four very common words p99",
    unit: "ms",
    figure: ({ commonWords }) => commonWords?.p99,
    most: { 1_000_000: 15 },
  },
  {
    what: "upsert mean",
    unit: "ms",
    figure: ({ upsert }) => upsert.mean,
    most: { 10_000: 0.2, 100_000: 0.2, 1_000_000: 0.2 },
  },
  {
    what: "longest slice of a sweep",
    unit: "ms",
    figure: ({ sweepSlices }) => sweepSlices?.max,
    most: { 10_000: 10, 100_000: 10, 1_000_000: 10 },
  },
  {
    what: "memory",
    unit: "MB",
    figure: ({ memoryMb }) => memoryMb,
    most: { 10_000: 40, 100_000: 250, 1_000_000: 1400 },
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
