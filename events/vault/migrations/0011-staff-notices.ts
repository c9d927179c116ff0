/** Up to which applicant and which report staff were mailed: one row, for all nodes. It names nobody. */
export const staffNotices = [
  `CREATE TABLE staff_notices (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    people_until TEXT NOT NULL,
    reports_until INTEGER NOT NULL
  ) STRICT`,
];
