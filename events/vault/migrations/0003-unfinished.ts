/** What was begun in the vault and belongs in the log, too: noted until it is there. */
export const unfinished = [
  `CREATE TABLE unfinished (
    member_id TEXT NOT NULL,
    work TEXT NOT NULL,
    request_id TEXT NOT NULL,
    begun_at_ms INTEGER NOT NULL,
    PRIMARY KEY (member_id, request_id)
  ) STRICT`,
];
