/** Events in the program's history. Queries repeat this text to use its index. */
export const ofProgram = `(type IN ('ReportHandled', 'CadreConfirmed', 'CadreUnconfirmed',
    'SettingsChanged', 'TopicChanged', 'AnnouncementMade', 'AnnouncementEnded',
    'CommissioningDateChanged')
  OR actor_id <> stream AND type IN ('MemberRegistered', 'MemberErased', 'MemberAdmitted',
    'MemberRefused', 'RoleSelected', 'AskingClosed', 'AskingOpened', 'InvitationRenewed',
    'AccountDetailsChanged', 'PasswordLinkMade', 'DataExported', 'EmailVerified',
    'MemberSuspended', 'MemberUnsuspended', 'DeathRecorded', 'DeathUndone',
    'CommissioningReminded', 'HoldingsListed')
  OR type = 'MemberAdmitted' AND facts = '{"by":"domain"}')`;

/** The log, its personal parts, which can be erased, and the names that only one member can have. */
export const logTables = [
  // A stream is named by a member's id, or has another name.
  `CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    facts TEXT NOT NULL,
    UNIQUE (stream, version)
  ) STRICT`,
  // Sealed under the author's key. Forgotten parts are replaced by zeros of the same length.
  `CREATE TABLE personal (
    position INTEGER PRIMARY KEY REFERENCES events (position),
    member_id TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT`,
  `CREATE INDEX personal_member ON personal (member_id)`,
  // The stream of two members, until one of them is erased.
  `CREATE TABLE acquaintances (
    low_id TEXT NOT NULL,
    high_id TEXT NOT NULL CHECK (low_id < high_id),
    stream TEXT NOT NULL UNIQUE,
    PRIMARY KEY (low_id, high_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX acquaintances_high ON acquaintances (high_id)`,
  `CREATE TABLE claims (
    kind TEXT NOT NULL,
    digest TEXT NOT NULL,
    member_id TEXT NOT NULL,
    PRIMARY KEY (kind, digest)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX claims_member ON claims (member_id)`,
  `CREATE TRIGGER events_are_never_updated BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never updated'); END`,
  `CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END`,
  `CREATE TRIGGER personal_parts_are_only_forgotten BEFORE UPDATE ON personal
    WHEN NEW.position <> OLD.position OR NEW.member_id <> OLD.member_id OR NEW.sealed <> zeroblob(length(OLD.sealed))
    BEGIN SELECT RAISE(ABORT, 'personal parts are never changed'); END`,
  `CREATE TRIGGER versions_have_no_gaps BEFORE INSERT ON events
    WHEN NEW.version > 1 AND NOT EXISTS (
      SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version - 1)
    BEGIN SELECT RAISE(ABORT, 'the event does not follow its stream'); END`,
  `CREATE INDEX events_of_program ON events (position) WHERE ${ofProgram}`,
  // Mails waiting to be sent. A row goes once its mail is sent or given up, or its member erased.
  // Some are held because their recipient had many. `address` is a keyed hash, and `joined_to` is
  // the mail that carries one, or the mail itself once it is counted.
  `CREATE TABLE outbox (
    message_id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    sealed BLOB NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    next_attempt_at_ms INTEGER NOT NULL DEFAULT 0,
    lease_holder TEXT,
    address TEXT,
    joined_to TEXT
  ) STRICT`,
  `CREATE INDEX outbox_due ON outbox (next_attempt_at_ms)`,
  `CREATE INDEX outbox_member ON outbox (member_id)`,
  `CREATE INDEX outbox_address ON outbox (address) WHERE address IS NOT NULL`,
  // Positions of the log's external followers, and their leases.
  `CREATE TABLE subscriptions (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL DEFAULT 0,
    target TEXT,
    token INTEGER NOT NULL DEFAULT 0,
    lease_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
];
