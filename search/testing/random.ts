/** Repeatable randomness: the same seed, the same numbers, on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `below`. */
  int(below: number): number;
  chance(probability: number): boolean;
  /** One of `choices`, which must not be empty. */
  pick<T>(choices: readonly T[]): T;
  /** From `min` to `max` of `choices`; they may repeat. */
  some<T>(choices: readonly T[], min: number, max: number): T[];
}

/** @see {@link https://gist.github.com/tommyettinger/46a874533244883189143505d203312c} mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed | 0;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function int(below: number): number {
    return Math.floor(next() * below);
  }

  function pick<T>(choices: readonly T[]): T {
    return choices[int(choices.length)] as T;
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    some: (choices, min, max) =>
      Array.from({ length: min + int(max - min + 1) }, () => pick(choices)),
  };
}
