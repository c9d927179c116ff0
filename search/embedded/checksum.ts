/**
 * Tells a damaged file from a whole one, at the speed at which it is read: a step for every four
 * bytes, each of which can be undone, so that any single change is seen. No protection from someone
 * who makes a file on purpose: who can write there has the data anyway.
 *
 * @see {@link http://www.isthe.com/chongo/tech/comp/fnv/} FNV-1a, here on numbers of four bytes
 */
export interface Checksum {
  add(bytes: Uint8Array): void;
  /** Eight bytes. */
  digest(): Uint8Array<ArrayBuffer>;
}

export function createChecksum(): Checksum {
  let one = 0x811c9dc5 | 0;
  let other = 0x9e3779b9 | 0;

  function addNumbers(numbers: Uint32Array): void {
    let a = one;
    let b = other;
    for (let at = 0; at < numbers.length; at++) {
      a = Math.imul(a ^ numbers[at]!, 0x01000193);
      b = (Math.imul(b, 0x85ebca6b) + a) | 0;
    }
    one = a;
    other = b;
  }

  return {
    add(bytes) {
      const whole = bytes.byteLength & ~3;
      // Numbers have to begin at a multiple of their size.
      const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
      addNumbers(new Uint32Array(aligned.buffer, aligned.byteOffset, whole >>> 2));
      if (whole === bytes.byteLength) return;
      const rest = new Uint8Array(4);
      rest.set(bytes.subarray(whole));
      addNumbers(new Uint32Array(rest.buffer));
    },
    digest: () => new Uint8Array(Int32Array.of(one, other).buffer),
  };
}
