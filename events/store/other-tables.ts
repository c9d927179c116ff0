/** Replaces the key-encryption key's id, with the same length, once a member's key is destroyed. */
export const destroyedKey = "0".repeat(16);

/** Tables with rows of a member besides events, keys and claims, deleted with the member. */
export const tablesOfMembers = [
  "credentials",
  "passkeys",
  "tokens",
  "sessions",
  "notices",
  "invitation_states",
  "refused_addresses",
  "arrivals",
  "question_mails",
] as const;

/** Keys, secrets and other data that must be deletable, and so are never in the log. */
export const otherTables = [
  // Rows are appended, have one size, and are never deleted: a key is overwritten in place, so no
  // copy of it stays, and no new one can be made for the member.
  `CREATE TABLE member_keys (
    id INTEGER PRIMARY KEY,
    member_id TEXT NOT NULL UNIQUE,
    wrapped BLOB NOT NULL CHECK (length(wrapped) = 60),
    kek_id TEXT NOT NULL CHECK (length(kek_id) = 16)
  ) STRICT`,
  // Which secret is in use, and which ones older backups need. The claim key is sealed under the
  // one in use.
  `CREATE TABLE secrets (
    key_id TEXT PRIMARY KEY,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER,
    kept_at_ms INTEGER,
    sealed BLOB,
    CHECK ((until_ms IS NULL) = (sealed IS NOT NULL))
  ) STRICT`,
  `CREATE UNIQUE INDEX secret_in_use ON secrets ((1)) WHERE until_ms IS NULL`,
  // A process that missed a change of the secret would make keys that no one can open.
  `CREATE TRIGGER keys_under_the_secret_in_use BEFORE INSERT ON member_keys
    WHEN EXISTS (SELECT 1 FROM secrets WHERE key_id = NEW.kek_id AND until_ms IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'the secret was changed'); END`,
  `CREATE INDEX erased_members ON member_keys (member_id) WHERE kek_id = '${destroyedKey}'`,
  `CREATE TABLE credentials (
    member_id TEXT PRIMARY KEY,
    -- NULL for people who sign in by code.
    password_hash TEXT,
    changed_at_ms INTEGER NOT NULL,
    -- Whether it was set by someone who only showed that they read the member's mail.
    is_mailed INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // Public keys by which members sign in. Sealed: the name that the member gave it, and how
  // browsers reach it.
  `CREATE TABLE passkeys (
    credential_id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    public_key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    is_backed_up INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    created_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
  ) STRICT`,
  `CREATE INDEX passkeys_member ON passkeys (member_id)`,
  `CREATE TABLE tokens (
    digest TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    member_id TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- A keyed digest: of the address that it was mailed to, or of the code that has to be typed.
    bound_to TEXT,
    -- Of a code that signs in: a keyed digest of the address that it was mailed to.
    mailed_to TEXT,
    tries INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE INDEX tokens_member ON tokens (member_id)`,
  `CREATE TABLE sessions (
    sid TEXT PRIMARY KEY,
    sess TEXT NOT NULL CHECK (json_valid(sess)),
    member_id TEXT NOT NULL,
    expire INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX sessions_expire ON sessions (expire)`,
  `CREATE INDEX sessions_member ON sessions (member_id)`,
  // Recent wrong passwords, by a keyed hash of the account; see `api/auth/limits/failures.ts`.
  `CREATE TABLE failures (
    slot INTEGER PRIMARY KEY,
    level REAL NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT`,
  // Actions in a minute, by a keyed hash of the subject; see `api/auth/limits/shared-counts.ts`.
  `CREATE TABLE counts (
    key TEXT NOT NULL,
    minute_ms INTEGER NOT NULL,
    kept_ms INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (key, minute_ms)
  ) STRICT, WITHOUT ROWID`,
  // Conversations with a mail that the member hasn't opened, by a keyed hash; see
  // `events/connections/notices.ts`. The time of opening isn't stored.
  `CREATE TABLE notices (
    slot TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    next_at_ms INTEGER NOT NULL,
    is_opened INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX notices_member ON notices (member_id)`,
  // When mail was last sent, and when and how it last failed. One row for all nodes.
  `CREATE TABLE mail_outcomes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sent_at_ms INTEGER,
    failed_at_ms INTEGER,
    code TEXT
  ) STRICT`,
  // Unanswered invitations: latest mail, and day on which the link was opened. Declined ones: name
  // and address, sealed, so that staff don't repeat them; see
  // `api/features/invitations/declined.ts`.
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
  // The last applicant and report that staff were mailed about. One row for all nodes, without
  // names.
  `CREATE TABLE staff_notices (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    people_until TEXT NOT NULL,
    reports_until INTEGER NOT NULL
  ) STRICT`,
  // How often members missed a topic on a day; see `api/features/directory/uncovered.ts`. Without
  // names.
  `CREATE TABLE uncovered_topics (
    day TEXT NOT NULL,
    topic TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (day, topic)
  ) STRICT, WITHOUT ROWID`,
  // Actions in an hour, by a keyed hash of the actor; see `api/auth/limits/hourly-counts.ts`.
  `CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    points INTEGER NOT NULL,
    expire INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  // Staff's mail settings, sealed.
  `CREATE TABLE mail_settings (
    member_id TEXT PRIMARY KEY,
    sealed BLOB NOT NULL
  ) STRICT`,
  // Addresses that take no mail, by a keyed hash, and how often a report said so; 0 if a mail
  // server
  // refused them at once.
  `CREATE TABLE refused_addresses (
    member_id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    bounces INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // When the mailbox for replies was last read, when and how that last failed, and how many mails
  // it set aside.
  `CREATE TABLE mailbox_outcomes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    read_at_ms INTEGER,
    failed_at_ms INTEGER,
    code TEXT,
    set_aside INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  // When the last backup was made, when and how one last failed, and when staff were mailed about
  // that: one
  // row, for all nodes.
  `CREATE TABLE backup_outcomes (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    made_at_ms INTEGER,
    bytes INTEGER,
    took_ms INTEGER,
    failed_at_ms INTEGER,
    code TEXT,
    told_at_ms INTEGER,
    checked_at_ms INTEGER,
    checked_made_at_ms INTEGER
  ) STRICT`,
  // Mails that arrived from a member: unconfirmed ones, what was cut from others, and why some were
  // not posted. Sealed under the member's key; see `api/features/relay/arrivals.ts`. The clear day
  // is when
  // the row can be deleted.
  `CREATE TABLE arrivals (
    id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    until_day INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT`,
  `CREATE INDEX arrivals_member ON arrivals (member_id)`,
  // Questions to alumni that were mailed to a member, without their ids: until a day, in days since
  // 1970,
  // there is no other one. Never rebuilt from events, so that erased cadets' questions count, too.
  `CREATE TABLE question_mails (
    member_id TEXT NOT NULL,
    until_day INTEGER NOT NULL,
    PRIMARY KEY (member_id, until_day)
  ) STRICT, WITHOUT ROWID`,
  // Addresses of people who deleted their account, by a keyed hash; see
  // `api/features/invitations/declined.ts`.
  `CREATE TABLE left_mailboxes (
    mailbox TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID`,
  // Restored backups, and how many invitations kept their links and people their accounts then.
  `CREATE TABLE restores (
    restored_at_ms INTEGER PRIMARY KEY,
    made_at_ms INTEGER NOT NULL,
    invitations INTEGER NOT NULL,
    people INTEGER NOT NULL
  ) STRICT`,
  // Late rows, such as a session of a member who is being erased, aren't stored.
  ...[...tablesOfMembers, "outbox"].map((table) =>
    `CREATE TRIGGER ${table}_of_no_one_erased BEFORE INSERT ON ${table}
      WHEN EXISTS (SELECT 1 FROM member_keys
        WHERE member_id = NEW.member_id AND kek_id = '${destroyedKey}')
      BEGIN SELECT RAISE(IGNORE); END`
  ),
];
