import type { Database } from "../database.ts";

/**
 * Overwrites what erasures left of claims: SQLite leaves copies where pages were split or joined.
 * With the claim key, a digest could tell whether an address had an account, and which facts were
 * its. Everything else that an erasure deletes from the log is sealed under a destroyed key.
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
