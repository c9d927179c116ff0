type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** The same numbers with room for `length` of them: the array itself, or a longer copy. */
export function withRoom<N extends Numbers>(numbers: N, length: number): N {
  if (length <= numbers.length) return numbers;
  const Array = numbers.constructor as new (length: number) => N;
  const longer = new Array(Math.max(length, Math.ceil(1.5 * numbers.length)));
  longer.set(numbers);
  return longer;
}
