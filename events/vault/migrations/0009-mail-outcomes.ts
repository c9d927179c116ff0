/** When mail last went out, and when and how it last failed: one row, for all nodes. */
export const mailOutcomes = [
  `CREATE TABLE mail_outcomes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sent_at_ms INTEGER,
    failed_at_ms INTEGER,
    code TEXT
  ) STRICT`,
];
