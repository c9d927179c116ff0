/**
 * Typed arrays that grow. Everything the engine counts with is in such arrays: a number takes its
 * own bytes only, neighbours are neighbours in memory, and the garbage collector has nothing to
 * walk through. Reads in their inner loops carry a `!`: the index is known to be inside.
 *
 * @module
 */

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** The same numbers with room for `length`, zeros at the end; the array itself when it has room. */
export function withRoom<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  const roomy = Math.max(length, Math.ceil(array.length * 1.5));
  const larger = new (array.constructor as new (length: number) => T)(roomy);
  larger.set(array);
  return larger;
}

/** The same numbers in an array of exactly this length. */
export function withLength<T extends Numbers>(array: T, length: number): T {
  const other = new (array.constructor as new (length: number) => T)(length);
  other.set(array.subarray(0, length));
  return other;
}

/**
 * 1 for 0, and 0 for any number from 1 to 2³¹.
 *
 * This and {@link larger} take the place of conditions in loops over documents: whether the next
 * document is a hit is anyone's guess, and a wrong guess of the processor costs more than ten
 * operations that are always done.
 */
export function isZero(number: number): 0 | 1 {
  return ((number - 1) >>> 31) as 0 | 1;
}

/** The larger of two whole numbers whose difference fits into 31 bits. */
export function larger(a: number, b: number): number {
  const difference = a - b;
  return a - (difference & (difference >> 31));
}
