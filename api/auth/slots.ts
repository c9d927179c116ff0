import { createHmac, hkdfSync } from "node:crypto";

/** Hash slot of a key: so many of them there are, and no more is kept, however many keys there are. */
export type Slots = (key: string) => number;

/**
 * A bounded number of hash slots for keys that strangers make up, such as names and addresses. What is
 * counted by slot can neither grow without end nor be pushed out by a flood, and says of nobody who
 * they are. Two keys may share a slot; which ones nobody can tell without the secret.
 *
 * @param bits Of the number of slots, at most 32.
 */
export function createSlots(secret: Uint8Array, bits: number): Slots {
  const own = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "hash slots", 32));
  return (key) => createHmac("sha256", own).update(key).digest().readUInt32BE() >>> (32 - bits);
}
