/** By what one can tell a secret that the log was written with from another one, and nothing else. */
export const secrets = [
  `CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL
  ) STRICT`,
];
