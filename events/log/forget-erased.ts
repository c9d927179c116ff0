import type { Database } from "../database.ts";

/**
 * Overwrites what erasures left of claims: SQLite overwrites a deleted row where it is, but not the
 * copies that stay behind where pages were split or joined. So the table is written anew, by which all
 * of its pages are given back and overwritten. A digest says nothing without the claim key; with it
 * one could ask whether an address had an account, and which facts were its. All else that an erasure
 * deletes in the log is sealed under a key that is gone.
 */
export async function forgetErased(database: Database): Promise<void> {
  await database.write([
    { sql: "CREATE TABLE claims_kept AS SELECT kind, digest, member_id FROM claims" },
    { sql: "DELETE FROM claims" },
    { sql: "INSERT INTO claims SELECT kind, digest, member_id FROM claims_kept" },
    { sql: "DROP TABLE claims_kept" },
  ]);
  // Pages as they were before stand there until it is emptied.
  await database.truncateWriteAheadLog();
}
