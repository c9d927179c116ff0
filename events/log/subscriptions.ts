/**
 * Subscriptions: external followers of the log, each with a checkpoint that only the lease's holder
 * moves. A holder may sleep past its lease and then write outdated data, so each lease has a higher
 * token than the one before. With an outdated token the checkpoint is set back, to repeat what may
 * be overwritten.
 */
import type { Database } from "../database.ts";

export interface Checkpoint {
  /** Log position up to which the other system is complete; 0 at the beginning. */
  readonly position: number;
  /** Which index, file or queue it is; the follower chooses the name. */
  readonly target: string | undefined;
}

export interface Lease extends Checkpoint {
  /** Higher for each new lease. */
  readonly token: number;
  readonly untilMs: number;
}

export type Subscription = ReturnType<typeof createSubscription>;

export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A longer lease is from before the clock was set back; its token is outdated. */
const longestLeaseMs = 60 * 60 * 1000;

export function createSubscription(
  database: Database,
  name: string,
  now: () => number,
) {
  async function withToken({ token }: Lease, set: string, args: (string | number | null)[]) {
    const [result] = await database.write([{
      sql: `UPDATE subscriptions SET ${set} WHERE name = ? AND token = ? RETURNING *`,
      args: [...args, name, token],
    }]);
    const [row] = result?.rows ?? [];
    if (row === undefined) throw new LeaseLost(`The lease of ${name} went to another process`);
    return toLease(row);
  }

  return {
    async read(): Promise<Checkpoint> {
      const [row] = await database.read("SELECT * FROM subscriptions WHERE name = ?", [name]);
      return row === undefined ? { position: 0, target: undefined } : toLease(row);
    },
    /** The lease, unless another process has it. */
    async acquire(leaseMs: number): Promise<Lease | undefined> {
      const atMs = now();
      const [, result] = await database.write([
        { sql: "INSERT OR IGNORE INTO subscriptions (name) VALUES (?)", args: [name] },
        {
          sql: `UPDATE subscriptions SET token = token + 1, lease_until_ms = ?
                WHERE name = ? AND (lease_until_ms <= ? OR lease_until_ms > ?) RETURNING *`,
          args: [atMs + leaseMs, name, atMs, atMs + longestLeaseMs],
        },
      ]);
      const [row] = result?.rows ?? [];
      return row === undefined ? undefined : toLease(row);
    },
    /** @throws {LeaseLost} When another process has had the lease since. */
    renew: (lease: Lease, leaseMs: number): Promise<Lease> =>
      withToken(lease, "lease_until_ms = ?", [now() + leaseMs]),
    /** Moves the checkpoint, unless it was set back since. @throws {LeaseLost} Then nothing moves. */
    move: (lease: Lease, { position, target }: Checkpoint): Promise<Lease> =>
      // Set back since: stays there.
      withToken(
        lease,
        "position = CASE WHEN position < ? THEN position ELSE ? END, target = ?",
        [lease.position, position, target ?? null],
      ),
    /** Releases the lease; ignored if it is lost. */
    async release(lease: Lease): Promise<void> {
      await database.write([{
        sql: "UPDATE subscriptions SET lease_until_ms = 0 WHERE name = ? AND token = ?",
        args: [name, lease.token],
      }]);
    },
    /** Moves the checkpoint back, regardless of the lease; ignored if it is already earlier. */
    async rewind(position: number): Promise<void> {
      await database.write([{
        sql: "UPDATE subscriptions SET position = ? WHERE name = ? AND position > ?",
        args: [position, name, position],
      }]);
    },
  };
}

function toLease(row: Readonly<Record<string, unknown>>): Lease {
  return {
    position: Number(row.position),
    target: row.target === null ? undefined : String(row.target),
    token: Number(row.token),
    untilMs: Number(row.lease_until_ms),
  };
}
