import { createHmac, hkdfSync } from "node:crypto";

/**
 * Hash slot of a key: one of a fixed number, so that memory stays bounded for any number of keys.
 */
export type Slots = (key: string) => number;

/**
 * Hash slots for keys that strangers invent, such as names and addresses. Counts by slot are bounded, can't be
 * evicted by a flood, and reveal no keys. Two keys may share a slot.
 *
 * @param bits Logarithm of the number of slots, at most 32.
 */
export function createSlots(secret: Uint8Array, bits: number): Slots {
  const own = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "hash slots", 32));
  return (key) => createHmac("sha256", own).update(key).digest().readUInt32BE() >>> (32 - bits);
}
