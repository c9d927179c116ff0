/**
 * Tells a damaged file from a whole one, at the speed at which it is read: a step for every four
 * bytes, each of which can be undone, so that any single change is seen. Four sums take turns, since
 * a processor does a step of one while those of the others are not finished yet. No protection from
 * someone who makes a file on purpose: who can write there has the data anyway.
 *
 * @see {@link http://www.isthe.com/chongo/tech/comp/fnv/} FNV-1a, here on numbers of four bytes
 */
export interface Checksum {
  /** The same bytes have to be added in the same pieces. */
  add(bytes: Uint8Array): void;
  /** {@link checksumBytes} of them. */
  digest(): Uint8Array<ArrayBuffer>;
}

export const checksumBytes = 16;
const prime = 0x01000193;

export function createChecksum(): Checksum {
  const sums = Int32Array.of(0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35);

  function addNumbers(numbers: Int32Array): void {
    let [a = 0, b = 0, c = 0, d = 0] = sums;
    const whole = numbers.length & ~3;
    for (let at = 0; at < whole; at += 4) {
      a = mixed(a, numbers[at]!);
      b = mixed(b, numbers[at + 1]!);
      c = mixed(c, numbers[at + 2]!);
      d = mixed(d, numbers[at + 3]!);
    }
    for (let at = whole; at < numbers.length; at++) a = mixed(a, numbers[at]!);
    sums.set([a, b, c, d]);
  }

  return {
    add(bytes) {
      const whole = bytes.byteLength & ~3;
      // Numbers have to begin at a multiple of their size.
      const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
      addNumbers(new Int32Array(aligned.buffer, aligned.byteOffset, whole >>> 2));
      if (whole === bytes.byteLength) return;
      const rest = new Uint8Array(4);
      rest.set(bytes.subarray(whole));
      addNumbers(new Int32Array(rest.buffer));
    },
    digest: () => new Uint8Array(sums.slice().buffer),
  };
}

/** FNV-1a's step, and its upper bits mixed in: otherwise two changes of uppermost bits cancel out. */
function mixed(sum: number, number: number): number {
  const product = Math.imul(sum ^ number, prime);
  return product ^ (product >>> 15);
}
