/**
 * Of who was invited and has not answered: when a mail last went out, and on which day their link was opened.
 * And who declined: their name and address, sealed, for staff not to invite them again; see
 * `api/invitations/declined.ts`.
 */
export const invitations = [
  `CREATE TABLE invitation_states (
    member_id TEXT PRIMARY KEY,
    sent_at_ms INTEGER,
    opened_on TEXT
  ) STRICT`,
  `CREATE TABLE declined_invitations (
    id TEXT PRIMARY KEY,
    mailbox TEXT NOT NULL UNIQUE,
    sealed BLOB NOT NULL,
    declined_on TEXT NOT NULL
  ) STRICT`,
];
