import { createHmac } from "node:crypto";
import { deriveKey } from "../../events/derive-key.ts";
import type { Database } from "../../events/database.ts";
import { afterFailure, type Failures, type GrowingPause } from "./guess-pauses.ts";

/** Leaky counts of failures by key; keys in the same slot count together. */
export interface FailureCounts {
  read(key: string): Promise<Failures | undefined>;
  add(key: string, pause: GrowingPause): Promise<void>;
  forget(key: string): Promise<void>;
}

export function createMemoryFailures(slots: Slots, now: () => number): FailureCounts {
  const bySlot = new Map<number, Failures>();
  return {
    read: async (key) => bySlot.get(slots(key)),
    async add(key, pause) {
      const slot = slots(key);
      bySlot.set(slot, afterFailure(bySlot.get(slot), pause, now()));
    },
    async forget(key) {
      bySlot.delete(slots(key));
    },
  };
}

/** Longer than any pause: every count is back to zero by then. */
const expiredAfterMs = 7 * 24 * 60 * 60 * 1000;

/** Counts of failures in the vault, shared by all nodes and unchanged by restarts. */
export function createStoredFailures(database: Database, slots: Slots, now: () => number) {
  return {
    async read(key: string): Promise<Failures | undefined> {
      const [row] = await database.read("SELECT level, at_ms FROM failures WHERE slot = ?", [
        slots(key),
      ]);
      return row && { level: Number(row.level), atMs: Number(row.at_ms) };
    },
    async add(key: string, { longestMs }: GrowingPause): Promise<void> {
      // Like `afterFailure`, in one statement, so that counts by several nodes all apply. A power
      // cut may lose the newest counts; waiting for the disk at each failure would delay others.
      await database.write([{
        sql: `INSERT INTO failures (slot, level, at_ms) VALUES (?, 1, ?)
              ON CONFLICT (slot) DO UPDATE SET
                level = max(0, level - max(0, excluded.at_ms - at_ms) * 1.0 / ?) + 1,
                at_ms = excluded.at_ms`,
        args: [slots(key), now(), longestMs],
      }], "normal");
    },
    async forget(key: string): Promise<void> {
      await database.write([{ sql: "DELETE FROM failures WHERE slot = ?", args: [slots(key)] }]);
    },
    async purge(): Promise<void> {
      const sql = "DELETE FROM failures WHERE at_ms < ?";
      await database.write([{ sql, args: [now() - expiredAfterMs] }]);
    },
  };
}

/** Hash slot of a key: one of a fixed number, so that memory stays bounded for any number of keys. */
export type Slots = (key: string) => number;

/**
 * Hash slots for keys that strangers invent. They are bounded, can't be evicted by a flood, and
 * reveal no keys. Two keys may share a slot.
 *
 * @param bits Logarithm of the number of slots, at most 32.
 */
export function createSlots(secret: Uint8Array, bits: number): Slots {
  const own = deriveKey(secret, "hash slots");
  return (key) => createHmac("sha256", own).update(key).digest().readUInt32BE() >>> (32 - bits);
}
