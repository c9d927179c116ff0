/**
 * Conversations that a member was mailed about and hasn't opened since, by a keyed hash of member and
 * conversation; see `events/connections/notices.ts`. The time of opening isn't stored.
 */
export const notices = [
  `CREATE TABLE notices (
    slot TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    next_at_ms INTEGER NOT NULL,
    is_opened INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX notices_member ON notices (member_id)`,
];
