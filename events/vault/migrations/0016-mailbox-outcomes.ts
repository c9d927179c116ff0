/** When the mailbox for answers was last read, when and how that last failed, and how many mails it set aside. */
export const mailboxOutcomes = [
  `CREATE TABLE mailbox_outcomes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    read_at_ms INTEGER,
    failed_at_ms INTEGER,
    code TEXT,
    set_aside INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
];
