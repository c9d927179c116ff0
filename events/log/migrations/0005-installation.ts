/**
 * Which installation the log is of: a random id, as old as the log. A log from before has one that
 * follows from its first event, so that all its copies, also those in old backups, come to the same.
 */
export const installation = [
  `CREATE TABLE installation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL
  ) STRICT`,
  `INSERT INTO installation SELECT 1, coalesce(
    (SELECT substr(hash, 1, 32) FROM events ORDER BY position LIMIT 1),
    lower(hex(randomblob(16))))`,
];
