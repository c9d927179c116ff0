import type { Database } from "../database.ts";

/**
 * Overwrites what erasures left of claims. SQLite overwrites a deleted row, but not the copies left behind
 * where pages were split or joined, so the whole table is rewritten. A claim's digest reveals nothing without
 * the claim key. With it, one could ask whether an address had an account, and which facts were its. Everything
 * else that an erasure deletes from the log is sealed under a destroyed key.
 */
export async function forgetErased(database: Database): Promise<void> {
  await database.write([
    { sql: "CREATE TABLE claims_kept AS SELECT kind, digest, member_id FROM claims" },
    { sql: "DELETE FROM claims" },
    { sql: "INSERT INTO claims SELECT kind, digest, member_id FROM claims_kept" },
    { sql: "DROP TABLE claims_kept" },
  ]);
  // Until then the write-ahead log has pages with the old content.
  await database.truncateWriteAheadLog();
}
