import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterSQLite,
} from "rate-limiter-flexible";
import type { Database, DatabaseRow } from "../../../events/store/database.ts";
import { statement, tables } from "../../../events/store/queries.ts";

type Counted = Pick<Database, "read" | "write">;

export type HourlyCounts = ReturnType<typeof createHourlyCounts>;

const hour = 60 * 60;

/**
 * @param database Shared by processes. A key over its limit is then refused for the rest of the hour without a query.
 * By default, counts are in memory, which saves a write.
 */
export function createHourlyCounts(database?: Counted) {
  return {
    of(limit: string, points: number): RateLimiterAbstract {
      const options = { keyPrefix: limit, points, duration: hour };
      return database === undefined ? new RateLimiterMemory(options) : new RateLimiterSQLite({
        ...options,
        storeClient: asSqlite3(database),
        storeType: "sqlite3",
        tableName: "limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        inMemoryBlockOnConsumed: points + 1,
      });
    },
    async purge(): Promise<void> {
      // Also deletes hours in the future, from a clock that was set back since.
      const over = tables.deleteFrom("limits").where(({ between, not }) =>
        not(between("expire", Date.now(), Date.now() + hour * 1000))
      );
      await database?.write([statement(over)], "normal");
    },
  };
}

type Done = (error: unknown, row?: DatabaseRow) => void;

/** Part of node-sqlite3 that the library uses. Savepoints are ignored: each has one statement. */
function asSqlite3(database: Counted) {
  return {
    serialize: (run: () => void) => run(),
    run: (_savepoint: string, done: Done) => done(null),
    get(sql: string, args: readonly (string | number)[], done: Done) {
      const rows = sql.startsWith("SELECT")
        ? database.read(sql, args)
        : database.write([{ sql, args }], "normal").then(([written]) => written?.rows ?? []);
      rows.then(([row]) => done(null, row), done);
    },
  };
}
