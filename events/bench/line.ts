/** One measured thing: a row of the table that `npm run bench` prints. */
export interface Line {
  readonly what: string;
  /** As it is read: with its unit. */
  readonly figure: string;
  /** Milliseconds of processor for each request, of all threads. */
  readonly processorMs?: number;
  /** The ratio to the peer by requests a second, where `value` is the one by processor. */
  readonly byClock?: number;
  /** What is compared with the target: a ratio to a peer of the same run, or the figure itself. */
  readonly value: number;
  readonly target: { readonly least: number } | { readonly most: number };
}

export function atMost(most: number, what: string, figure: string, value: number): Line {
  return { what, figure, value, target: { most } };
}

/** Seconds that some work takes: the middle of several times, in which they alternate. */
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

/** The value that this share of the values is at most: 0.5 is the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
