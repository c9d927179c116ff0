/** How often something was done in a minute, by a keyed hash of what; see `api/auth/shared-counts.ts`. */
export const counts = [
  `CREATE TABLE counts (
    key TEXT NOT NULL,
    minute_ms INTEGER NOT NULL,
    kept_ms INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (key, minute_ms)
  ) STRICT, WITHOUT ROWID`,
];
