import { expect } from "vitest";

/**
 * Fails when times of two kinds are farther apart than chance puts two samples of this size: by five standard errors.
 * Compares the probability that a time of one kind is longer than one of the other.
 *
 * @see {@link https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test}
 */
export function expectNothingTold(one: readonly number[], other: readonly number[]): void {
  const count = one.length;
  const longer = one.flatMap((ms) => other.map((otherMs) => Math.sign(ms - otherMs)));
  const advantage = longer.reduce((sum, sign) => sum + sign, 0) / longer.length / 2;
  expect(Math.abs(advantage)).toBeLessThan(5 * Math.sqrt((2 * count + 1) / (12 * count * count)));
}
