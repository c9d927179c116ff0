/** Positions of the log's external followers, and their leases. */
export const subscriptions = [
  `CREATE TABLE subscriptions (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL DEFAULT 0,
    target TEXT,
    token INTEGER NOT NULL DEFAULT 0,
    lease_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
];
