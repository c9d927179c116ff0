/**
 * Mails waiting to be sent. A row is deleted once its mail is sent or given up, or its member erased.
 */
export const outbox = [
  `CREATE TABLE outbox (
    message_id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    sealed BLOB NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    next_attempt_at_ms INTEGER NOT NULL DEFAULT 0,
    lease_holder TEXT
  ) STRICT`,
  `CREATE INDEX outbox_due ON outbox (next_attempt_at_ms)`,
  `CREATE INDEX outbox_member ON outbox (member_id)`,
];
