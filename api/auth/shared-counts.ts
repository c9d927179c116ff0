import { createHmac } from "node:crypto";
import { deriveKey } from "../../events/derive-key.ts";
import type { Database } from "../../events/database.ts";

/** A limit on counts within any period of this length. */
export interface CountWindow {
  readonly perMs: number;
  readonly atMost: number;
}

/** Counts by keyed hash in the vault, shared by all nodes and unchanged by restarts. */
export type SharedCounts = ReturnType<typeof createSharedCounts>;

const minuteMs = 60_000;

/** A power cut may lose the newest counts; waiting for the disk at each would delay others. */
const durability = "normal";

/** Counts far in the future, from before the clock was set back, are ignored. */
const isInWindow = "minute_ms > ? AND minute_ms <= ?";
const boundsOf = (perMs: number, nowMs: number) => [nowMs - perMs - minuteMs, nowMs + perMs];

export function createSharedCounts(
  database: Database,
  secret: Uint8Array,
  now: () => number,
) {
  const hashKey = deriveKey(secret, "shared counts");
  const hashOf = (key: string) => createHmac("sha256", hashKey).update(key).digest("base64url");

  async function waitMs(
    hash: string,
    { perMs, atMost }: CountWindow,
    amount: number,
    nowMs: number,
  ): Promise<number> {
    if (amount > atMost) return perMs;
    const rows = await database.read(
      `SELECT minute_ms, amount FROM counts WHERE key = ? AND ${isInWindow} ORDER BY minute_ms DESC`,
      [hash, ...boundsOf(perMs, nowMs)],
    );
    let sum = amount;
    for (const row of rows) {
      sum += Number(row.amount);
      if (sum > atMost) return Number(row.minute_ms) + minuteMs + perMs - nowMs;
    }
    return 0;
  }

  return {
    /**
     * Counts, unless that would exceed a window. Windows slide by the minute: a count stays up to a
     * minute longer, never shorter.
     *
     * @param key Its first word says what is counted, such as `mails jane@example.com`.
     * @param amount 1 by default.
     * @returns Nothing once it is counted; otherwise the milliseconds until it can be.
     */
    async take(
      key: string,
      windows: readonly CountWindow[],
      amount: number = 1,
    ): Promise<number | undefined> {
      const hash = hashOf(key);
      const nowMs = now();
      // Decided and counted in one statement, so that two nodes can't both take the last one.
      const [taken] = await database.write([{
        sql: `INSERT INTO counts (key, minute_ms, kept_ms, amount)
              SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)
              WHERE true ${
          windows.map(() =>
            `AND (SELECT coalesce(sum(amount), 0) FROM counts WHERE key = ? AND ${isInWindow}) <= ?`
          ).join(" ")
        }
              ON CONFLICT (key, minute_ms) DO UPDATE SET
                amount = amount + excluded.amount,
                kept_ms = max(kept_ms, excluded.kept_ms)`,
        args: [
          JSON.stringify([[
            hash,
            nowMs - nowMs % minuteMs,
            Math.max(...windows.map(({ perMs }) => perMs)) + minuteMs,
            amount,
          ]]),
          ...windows.flatMap(({ perMs, atMost }) => [
            hash,
            ...boundsOf(perMs, nowMs),
            atMost - amount,
          ]),
        ],
      }], durability);
      if (taken?.rowsAffected === 1) return undefined;
      const waits = await Promise.all(windows.map((each) => waitMs(hash, each, amount, nowMs)));
      return Math.max(1, ...waits);
    },
    /** Removes a count, because the counted action didn't happen. */
    async giveBack(key: string, amount: number = 1): Promise<void> {
      const hash = hashOf(key);
      await database.write([{
        sql: `UPDATE counts SET amount = amount - ? WHERE key = ? AND minute_ms =
                (SELECT max(minute_ms) FROM counts WHERE key = ? AND amount >= ?)`,
        args: [amount, hash, hash, amount],
      }], durability);
    },
    async purge(): Promise<void> {
      await database.write([{
        sql: `DELETE FROM counts
              WHERE amount = 0 OR minute_ms + kept_ms <= ? OR minute_ms - kept_ms > ?`,
        args: [now(), now()],
      }], durability);
    },
  };
}
