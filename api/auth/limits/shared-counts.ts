import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Database } from "../../../events/store/database.ts";
import { compiledOnce, rowsOf, statement, tables } from "../../../events/store/queries.ts";

/** A limit on counts within any period of this length. */
export interface CountWindow {
  readonly perMs: number;
  readonly atMost: number;
}

/** Counts by keyed hash in the database, shared by all nodes and unchanged by restarts. */
export type SharedCounts = ReturnType<typeof createSharedCounts>;

const minuteMs = 60_000;

/** A power cut may lose the newest counts; waiting for the disk at each would delay others. */
const durability = "normal";

type Bounds = Readonly<Record<`${"after" | "until" | "most"}${number}`, number>>;

/** Counts far in the future, from before the clock was set back, are ignored. */
const boundsOf = (perMs: number, nowMs: number) =>
  [nowMs - perMs - minuteMs, nowMs + perMs] as const;

const inWindow = (hash: string, afterMs: number, untilMs: number) =>
  tables.selectFrom("counts").where("key", "=", hash)
    .where("minute_ms", ">", afterMs).where("minute_ms", "<=", untilMs);

/** Counts where each of several windows has room: many requests are counted. */
const counting = (windows: number) =>
  compiledOnce((
    args: Bounds & Readonly<{ hash: string } & Record<"minuteMs" | "keptMs" | "amount", number>>,
  ) =>
    tables.insertInto("counts").columns(["key", "minute_ms", "kept_ms", "amount"])
      .expression(
        tables.selectNoFrom(({ val }) => [
          val(args.hash).as("key"),
          val(args.minuteMs).as("minute_ms"),
          val(args.keptMs).as("kept_ms"),
          val(args.amount).as("amount"),
        ]).where(({ and, eb, lit }) =>
          and([
            lit(true),
            ...Array.from({ length: windows }, (_, at) => {
              const sum = inWindow(args.hash, args[`after${at}`]!, args[`until${at}`]!)
                .select(({ fn }) => fn.coalesce(fn.sum<number>("amount"), lit(0)).as("sum"));
              return eb(sum, "<=", args[`most${at}`]!);
            }),
          ])
        ),
      )
      .onConflict((there) =>
        there.columns(["key", "minute_ms"]).doUpdateSet({
          amount: sql`amount + excluded.amount`,
          kept_ms: sql`max(kept_ms, excluded.kept_ms)`,
        })
      )
  );
const countings = new Map<number, ReturnType<typeof counting>>();

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
    const rows = await rowsOf(
      database,
      statement(
        inWindow(hash, ...boundsOf(perMs, nowMs)).select(["minute_ms", "amount"]).orderBy(
          "minute_ms",
          "desc",
        ),
      ),
    );
    let sum = amount;
    for (const row of rows) {
      sum += row.amount;
      if (sum > atMost) return row.minute_ms + minuteMs + perMs - nowMs;
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
      const bounds = windows.flatMap(({ perMs, atMost }, at) => {
        const [afterMs, untilMs] = boundsOf(perMs, nowMs);
        return [[`after${at}`, afterMs], [`until${at}`, untilMs], [`most${at}`, atMost - amount]];
      });
      const statement = countings.getOrInsertComputed(windows.length, counting)({
        hash,
        minuteMs: nowMs - nowMs % minuteMs,
        keptMs: Math.max(...windows.map(({ perMs }) => perMs)) + minuteMs,
        amount,
        ...Object.fromEntries(bounds) as Bounds,
      });
      const [taken] = await database.write([statement], durability);
      if (taken?.rowsAffected === 1) return undefined;
      const waits = await Promise.all(windows.map((each) => waitMs(hash, each, amount, nowMs)));
      return Math.max(1, ...waits);
    },
    /** The sum of a period's counts. */
    async read(key: string, perMs: number): Promise<number> {
      const sum = inWindow(hashOf(key), ...boundsOf(perMs, now()))
        .select(({ fn, lit }) => fn.coalesce(fn.sum<number>("amount"), lit(0)).as("sum"));
      const [row] = await rowsOf(database, statement(sum));
      return row?.sum ?? 0;
    },
    /** Removes a count, because the counted action didn't happen. */
    async giveBack(key: string, amount: number = 1): Promise<void> {
      const hash = hashOf(key);
      const latest = tables.selectFrom("counts").where("key", "=", hash)
        .where("amount", ">=", amount).select(({ fn }) => fn.max("minute_ms").as("latest"));
      const lessened = tables.updateTable("counts").where("key", "=", hash)
        .where("minute_ms", "=", latest).set(({ eb }) => ({ amount: eb("amount", "-", amount) }));
      await database.write([statement(lessened)], durability);
    },
    async purge(): Promise<void> {
      const over = tables.deleteFrom("counts").where(({ eb, or }) =>
        or([
          eb("amount", "=", 0),
          eb(eb("minute_ms", "+", eb.ref("kept_ms")), "<=", now()),
          eb(eb("minute_ms", "-", eb.ref("kept_ms")), ">", now()),
        ])
      );
      await database.write([statement(over)], durability);
    },
  };
}
