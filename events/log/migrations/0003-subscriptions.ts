/** How far those have come that follow the log somewhere else, and who of several may go on. */
export const subscriptions = [
  `CREATE TABLE subscriptions (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL DEFAULT 0,
    target TEXT,
    token INTEGER NOT NULL DEFAULT 0,
    lease_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
];
