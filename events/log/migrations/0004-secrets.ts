/** Identifies a secret that the log was written with, and reveals nothing else about it. */
export const secrets = [
  `CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL
  ) STRICT`,
];
