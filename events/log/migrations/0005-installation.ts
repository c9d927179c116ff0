/**
 * Installation of the log: a random id. An old log derives it from its first event, so that all its copies,
 * including old backups, agree.
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
