/**
 * Subscriptions: external followers of the log, each with a checkpoint that only the lease's holder
 * moves. A holder may sleep past its lease and then write outdated data, so each lease has a higher
 * token than the one before. A holder with an outdated token resets the checkpoint, so that the
 * overwritten data is written again.
 */
import { type Selectable, sql, type UpdateObject } from "kysely";
import type { Database } from "./database.ts";
import { statement, tables, tablesOf, type TypedTables } from "./queries.ts";
import type { Tables } from "./tables.ts";

export interface Checkpoint {
  /** Log position up to which the other system is complete; 0 at the beginning. */
  readonly position: number;
  /** Name of the index, file or queue, chosen by the follower. */
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
  const db = tablesOf(database);
  const change = (db: TypedTables) => db.updateTable("subscriptions").where("name", "=", name);
  const changed = change(tables);

  async function withToken({ token }: Lease, set: UpdateObject<Tables, "subscriptions">) {
    const row = await change(db).where("token", "=", token).set(set).returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLost(`The lease of ${name} went to another process`);
    return toLease(row);
  }

  return {
    async read(): Promise<Checkpoint> {
      const row = await db.selectFrom("subscriptions").selectAll().where("name", "=", name)
        .executeTakeFirst();
      return row === undefined ? { position: 0, target: undefined } : toLease(row);
    },
    /** The lease, unless another process has it. */
    async acquire(leaseMs: number): Promise<Lease | undefined> {
      const atMs = now();
      const made = tables.insertInto("subscriptions").orIgnore().values({ name });
      const taken = changed
        .where(({ eb, or }) =>
          or([
            eb("lease_until_ms", "<=", atMs),
            eb("lease_until_ms", ">", atMs + longestLeaseMs),
          ])
        )
        .set(({ eb }) => ({ token: eb("token", "+", 1), lease_until_ms: atMs + leaseMs }))
        .returningAll();
      const [, result] = await database.write([statement(made), statement(taken)]);
      const row = result?.rows[0] as Selectable<Tables["subscriptions"]> | undefined;
      return row === undefined ? undefined : toLease(row);
    },
    /** @throws {LeaseLost} When another process has had the lease since. */
    renew: (lease: Lease, leaseMs: number): Promise<Lease> =>
      withToken(lease, { lease_until_ms: now() + leaseMs }),
    /**
     * Moves the checkpoint, unless it was set back since.
     * @throws {LeaseLost} Then nothing moves.
     */
    move: (lease: Lease, { position, target }: Checkpoint): Promise<Lease> =>
      // Set back since: stays there.
      withToken(lease, {
        position: sql`iif(position < ${lease.position}, position, ${position})`,
        target: target ?? null,
      }),
    /** Releases the lease; ignored if it is lost. */
    async release(lease: Lease): Promise<void> {
      const released = changed.where("token", "=", lease.token).set({ lease_until_ms: 0 });
      await database.write([statement(released)]);
    },
    /** Moves the checkpoint back, regardless of the lease; ignored if it is already earlier. */
    async rewind(position: number): Promise<void> {
      await database.write([
        statement(changed.where("position", ">", position).set({ position })),
      ]);
    },
  };
}

function toLease(row: Selectable<Tables["subscriptions"]>): Lease {
  const { position, target, token, lease_until_ms: untilMs } = row;
  return { position, target: target ?? undefined, token, untilMs };
}
