import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Database } from "../../../events/store/database.ts";
import { statement, tables, tablesOf } from "../../../events/store/queries.ts";
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

/** Counts of failures in the database, shared by all nodes and unchanged by restarts. */
export function createStoredFailures(database: Database, slots: Slots, now: () => number) {
  const db = tablesOf(database);
  return {
    async read(key: string): Promise<Failures | undefined> {
      const row = await db.selectFrom("failures").select(["level", "at_ms"])
        .where("slot", "=", slots(key)).executeTakeFirst();
      return row && { level: row.level, atMs: row.at_ms };
    },
    async add(key: string, { longestMs }: GrowingPause): Promise<void> {
      // Does the same as `afterFailure` in one statement, so that counts by several nodes all apply. A power
      // cut may lose the newest counts; waiting for the disk at each failure would delay others.
      const counted = tables.insertInto("failures")
        .values({ slot: slots(key), level: 1, at_ms: now() })
        .onConflict((there) =>
          there.column("slot").doUpdateSet(({ ref }) => ({
            level: sql`max(0, level - max(0, excluded.at_ms - at_ms) * 1.0 / ${longestMs}) + 1`,
            at_ms: ref("excluded.at_ms"),
          }))
        );
      await database.write([statement(counted)], "normal");
    },
    async forget(key: string): Promise<void> {
      await db.deleteFrom("failures").where("slot", "=", slots(key)).execute();
    },
    async purge(): Promise<void> {
      await db.deleteFrom("failures").where("at_ms", "<", now() - expiredAfterMs).execute();
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
