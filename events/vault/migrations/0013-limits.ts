/** How often something was done in an hour, by a keyed hash of who did it; see `api/auth/hourly-counts.ts`. */
export const limits = [
  `CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    points INTEGER NOT NULL,
    expire INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
];
