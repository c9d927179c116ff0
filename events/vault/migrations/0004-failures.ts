/** How often passwords were guessed wrong lately, by a keyed hash of whose; see `api/auth/failures.ts`. */
export const failures = [
  `CREATE TABLE failures (
    slot INTEGER PRIMARY KEY,
    level REAL NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT`,
];
