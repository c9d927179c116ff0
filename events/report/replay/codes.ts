/** Small numbers for values that come again and again: 0 for the first one, and so on. */
export interface Codes<T> {
  /** The value's number; a new one when it was not seen before. */
  of(value: T): number;
  valueOf(code: number): T;
  /** All values so far, by their number. */
  readonly values: readonly T[];
}

/** @param first Values that have their numbers from the start. */
export function createCodes<T>(first: readonly T[]): Codes<T> {
  const values = [...first];
  const codes = new Map(values.map((value, code) => [value, code]));
  return {
    values,
    of(value) {
      const known = codes.get(value);
      if (known !== undefined) return known;
      codes.set(value, values.length);
      values.push(value);
      return values.length - 1;
    },
    valueOf(code) {
      if (code < 0 || code >= values.length) throw new RangeError(`No value has the code ${code}`);
      return values[code] as T;
    },
  };
}
