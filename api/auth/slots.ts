import { createHmac, hkdfSync } from "node:crypto";

/**
 * Hash slot of a key: one of a fixed number, so that memory stays bounded however many keys there are.
 */
export type Slots = (key: string) => number;

/**
 * Hash slots for keys that strangers make up, such as names and addresses. Counters by slot are
 * bounded, are not evicted by a flood, and do not tell whose they are. Two keys may share a slot, and
 * only the secret tells which.
 *
 * @param bits Of the number of slots, at most 32.
 */
export function createSlots(secret: Uint8Array, bits: number): Slots {
  const own = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "hash slots", 32));
  return (key) => createHmac("sha256", own).update(key).digest().readUInt32BE() >>> (32 - bits);
}
