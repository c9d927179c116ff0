/** Numbers that only look random: the same seed gives the same ones, on every machine. */
export interface Random {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  /** True this often, from 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A UUID of version 4. */
  uuid(): string;
}

/** @see {@link https://gist.github.com/tommyettinger/46a874533244883189143505d203312c} (mulberry32) */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  const hex = () => next().toString(16).padStart(8, "0");
  return {
    below,
    chance: (probability) => next() / 2 ** 32 < probability,
    pick<T>(from: readonly T[]) {
      return from[below(from.length)] as T;
    },
    uuid() {
      const digits = hex() + hex() + hex() + hex();
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-` +
        `8${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
  };
}
