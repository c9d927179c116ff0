/**
 * Mails that arrived from a member: those that wait until the member says they wrote them, what was cut from others,
 * and why some were not posted. Sealed under the member's key; see `api/relay/arrivals.ts`. The clear day is when the
 * row can be deleted.
 *
 * And how often a report said that an address takes no mail; 0 for those that a mail server refused at once.
 */
export const arrivals = [
  `CREATE TABLE arrivals (
    id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    until_day INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT`,
  `CREATE INDEX arrivals_member ON arrivals (member_id)`,
  `ALTER TABLE refused_addresses ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0`,
];
