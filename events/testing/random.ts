/** Repeatable randomness: the same seed, the same numbers, on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `limit`. */
  int(limit: number): number;
  /** True this often, from 0 to 1. */
  chance(probability: number): boolean;
  /** One of `choices`, which must not be empty. */
  pick<T>(choices: readonly T[]): T;
  /** From `min` to `max` of `choices`; they may repeat. */
  some<T>(choices: readonly T[], min: number, max: number): T[];
  /** A UUID of version 4. */
  uuid(): string;
}

/** @see {@link https://gist.github.com/tommyettinger/46a874533244883189143505d203312c} (mulberry32) */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const int = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(choices: readonly T[]) => choices[int(choices.length)] as T;
  const hex = () => bits().toString(16).padStart(8, "0");
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    some: (choices, min, max) =>
      Array.from({ length: min + int(max - min + 1) }, () => pick(choices)),
    uuid() {
      const digits = hex() + hex() + hex() + hex();
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-` +
        `8${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
  };
}
