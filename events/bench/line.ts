/** One measured thing: a row of the table that `npm run bench` prints. */
export interface Line {
  readonly what: string;
  /** Its value as printed, with its unit. */
  readonly figure: string;
  /** Processor time of all threads for each request, in milliseconds. */
  readonly processorMs?: number;
  /** Ratio to the peer in requests per second, if `value` is the ratio of processor time. */
  readonly byClock?: number;
  /** Value to compare with the target: a ratio to a peer of the same run, or the figure itself. */
  readonly value: number;
  readonly target: { readonly least: number } | { readonly most: number };
}

export function atMost(most: number, what: string, figure: string, value: number): Line {
  return { what, figure, value, target: { most } };
}

/** Median seconds of several pieces of work, measured in alternation. */
export async function inTurn<Name extends string>(
  works: Readonly<Record<Name, () => Promise<unknown>>>,
  rounds = 5,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const seconds = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const startedAt = performance.now();
      await works[name]();
      seconds.get(name)?.push((performance.now() - startedAt) / 1000);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, percentile(seconds.get(name) ?? [], 0.5)]),
  ) as Record<Name, number>;
}

/** The percentile of a share: 0.5 is the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
