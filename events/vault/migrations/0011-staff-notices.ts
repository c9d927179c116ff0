/** The last applicant and report that staff were mailed about: one row, for all nodes, without names. */
export const staffNotices = [
  `CREATE TABLE staff_notices (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    people_until TEXT NOT NULL,
    reports_until INTEGER NOT NULL
  ) STRICT`,
];
