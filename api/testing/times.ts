import { expect } from "vitest";

/**
 * Fails if times of two kinds differ by more than five standard errors. Compares the probability that a time of one
 * kind is longer than one of the other.
 *
 * @see {@link https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test}
 */
export function expectSameDistribution(one: readonly number[], other: readonly number[]): void {
  const count = one.length;
  const longer = one.flatMap((ms) => other.map((otherMs) => Math.sign(ms - otherMs)));
  const advantage = longer.reduce((sum, sign) => sum + sign, 0) / longer.length / 2;
  expect(Math.abs(advantage)).toBeLessThan(5 * Math.sqrt((2 * count + 1) / (12 * count * count)));
}
