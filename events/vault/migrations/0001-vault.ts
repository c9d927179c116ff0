/** Keys and secrets, which must be erasable and therefore are never in the log. */
export const vault = [
  `CREATE TABLE member_keys (
    member_id TEXT PRIMARY KEY,
    wrapped_key BLOB NOT NULL,
    kek_id TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE credentials (
    member_id TEXT PRIMARY KEY,
    password_hash TEXT NOT NULL,
    changed_at_ms INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE tokens (
    digest TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    member_id TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX tokens_member ON tokens (member_id)`,
  `CREATE TABLE sessions (
    sid TEXT PRIMARY KEY,
    sess TEXT NOT NULL CHECK (json_valid(sess)),
    member_id TEXT NOT NULL,
    expire INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX sessions_expire ON sessions (expire)`,
  `CREATE INDEX sessions_member ON sessions (member_id)`,
];
