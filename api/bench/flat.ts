/** What a process takes at one moment. */
export interface Sample {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

/** How much more the last third may take than the second. */
const tolerance = 1.1;

/** Medians of the three thirds of a series. */
export function thirds(values: readonly number[]): readonly [number, number, number] {
  const size = Math.floor(values.length / 3);
  const part = (at: number) => median(values.slice(at * size, (at + 1) * size));
  return [part(0), part(1), part(2)];
}

/** Whether a series has stopped growing. Its first third warms up: caches fill, code is compiled. */
export function isFlat([, second, last]: readonly [number, number, number]): boolean {
  return last <= second * tolerance;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
