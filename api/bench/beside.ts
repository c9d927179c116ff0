import type { Figures } from "./cannon.ts";

/** What readers wait for in one round, in milliseconds. */
export type Round = Pick<Figures, "p50" | "p99">;

export interface Times extends Round {
  /** How many times as long as without anything beside them. */
  readonly p50Ratio: number;
  readonly p99Ratio: number;
}

export function medians(of: readonly Round[]): Round {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;
  return { p50: median(of.map(({ p50 }) => p50)), p99: median(of.map(({ p99 }) => p99)) };
}

export function compared({ p50, p99 }: Round, quiet: Round): Times {
  return { p50, p99, p50Ratio: p50 / quiet.p50, p99Ratio: p99 / quiet.p99 };
}

export function timesOf({ p50, p99 }: Round): string {
  const [median, slow] = [p50, p99].map((time) => time.toFixed(1).padStart(7));
  return `p50 / p99 ${median} /${slow} ms`;
}

export function ratiosOf({ p50Ratio, p99Ratio }: Times): string {
  return `${p50Ratio.toFixed(2)} / ${p99Ratio.toFixed(2)} times as long`;
}
