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
