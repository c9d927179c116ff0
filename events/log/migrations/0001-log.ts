/** The log, the payloads that can be erased, and the names that only one member can have. */
export const log = [
  `CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL UNIQUE,
    member_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    type TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    causation_id TEXT NOT NULL,
    facts TEXT NOT NULL,
    sealed_digest TEXT,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (member_id, version)
  ) STRICT`,
  `CREATE TABLE sealed_payloads (
    position INTEGER PRIMARY KEY REFERENCES events (position),
    member_id TEXT NOT NULL,
    payload BLOB NOT NULL
  ) STRICT`,
  `CREATE INDEX sealed_payloads_member ON sealed_payloads (member_id)`,
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
  `CREATE TRIGGER sealed_payloads_are_never_updated BEFORE UPDATE ON sealed_payloads
    BEGIN SELECT RAISE(ABORT, 'sealed payloads are never updated'); END`,
  `CREATE TRIGGER versions_have_no_gaps BEFORE INSERT ON events
    WHEN NEW.version > 1 AND NOT EXISTS (
      SELECT 1 FROM events WHERE member_id = NEW.member_id
        AND version = NEW.version - 1 AND hash = NEW.previous_hash)
    BEGIN SELECT RAISE(ABORT, 'the event does not follow its stream'); END`,
  `CREATE TRIGGER time_never_runs_backwards BEFORE INSERT ON events
    WHEN NEW.at_ms < (SELECT at_ms FROM events ORDER BY position DESC LIMIT 1)
    BEGIN SELECT RAISE(ABORT, 'time never runs backwards'); END`,
];
