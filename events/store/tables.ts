/**
 * Types of all tables. The compiler refuses a query with an unknown column or value, and
 * `tables.test.ts` a column that the database doesn't have.
 */
import type { ColumnType, Generated } from "kysely";
import type { ConnectionRecord } from "../connections/connection.ts";
import type { QuestionRecord, QuestionWaitsFor } from "../connections/questions/question.ts";
import type { ReportReason } from "../connections/vocabulary.ts";
import type { Json as AnyJson } from "./event-log.ts";
import type { ContactField } from "../members/contact-fields.ts";
import type { ReportAction } from "../program/events.ts";
import type { ProgramSettings } from "../program/settings.ts";
import type { TextKind, WaitsFor } from "../read/connection-rows.ts";
import type { AdmissionList } from "../read/project.ts";
import type { Role } from "../vocabulary.ts";

declare const content: unique symbol;
/** Text with the JSON of a `T`; `parsed` reads it. */
export type JsonText<T> = string & { readonly [content]: T };

/** Bytes are read as another type than they are written. */
type Blob = ColumnType<ArrayBuffer, Uint8Array, Uint8Array>;
type Json<T> = ColumnType<JsonText<T>, string, string>;
type JsonOrNull<T> = ColumnType<JsonText<T> | null, string | null, string | null>;

/** SQLite numbers its rows, unless told otherwise. */
type RowId = Generated<number>;
/** 0 or 1. */
type Flag = number;

export interface Tables {
  installation: {
    one: number;
    id: string;
    projection: Generated<number>;
    generation: Generated<number>;
    closed_until: Generated<number>;
  };
  /** SQLite's own. */
  sqlite_master: {
    type: string;
    name: string;
  };
  migrations: {
    name: string;
    timestamp: string;
  };
  events: {
    position: RowId;
    event_id: string;
    stream: string;
    version: number;
    type: string;
    schema_version: number;
    at_ms: number;
    actor_id: string;
    correlation_id: string;
    facts: Json<AnyJson>;
  };
  personal: {
    position: number;
    member_id: string;
    sealed: Blob;
  };
  acquaintances: {
    low_id: string;
    high_id: string;
    stream: string;
  };
  claims: {
    kind: string;
    digest: string;
    member_id: string;
  };
  outbox: {
    message_id: string;
    member_id: string;
    kind: string;
    sealed: Blob;
    attempts: Generated<number>;
    created_at_ms: number;
    next_attempt_at_ms: Generated<number>;
    lease_holder: string | null;
    address: string | null;
    joined_to: string | null;
  };
  subscriptions: {
    name: string;
    position: Generated<number>;
    target: string | null;
    token: Generated<number>;
    lease_until_ms: Generated<number>;
  };
  secrets: {
    key_id: string;
    since_ms: number;
    until_ms: number | null;
    kept_at_ms: number | null;
    sealed: Blob | null;
  };
  member_keys: {
    id: RowId;
    member_id: string;
    wrapped: Blob;
    kek_id: string;
  };
  credentials: {
    member_id: string;
    password_hash: string | null;
    changed_at_ms: number;
    is_mailed: Generated<Flag>;
  };
  passkeys: {
    credential_id: string;
    member_id: string;
    public_key: Blob;
    counter: number;
    is_backed_up: Flag;
    sealed: Blob;
    created_at_ms: number;
    used_at_ms: number | null;
  };
  tokens: {
    digest: string;
    kind: string;
    member_id: string;
    expires_at_ms: number;
    bound_to: string | null;
    mailed_to: string | null;
    tries: Generated<number>;
  };
  sessions: {
    sid: string;
    sess: Json<StoredSession>;
    member_id: string;
    expire: number;
  };
  failures: {
    slot: number;
    level: number;
    at_ms: number;
  };
  counts: {
    key: string;
    minute_ms: number;
    kept_ms: number;
    amount: number;
  };
  notices: {
    slot: string;
    member_id: string;
    message_id: string;
    next_at_ms: number;
    is_opened: Flag;
  };
  mail_outcomes: {
    id: number;
    sent_at_ms: number | null;
    failed_at_ms: number | null;
    code: string | null;
  };
  invitation_states: {
    member_id: string;
    sent_at_ms: number | null;
    opened_on: string | null;
  };
  declined_invitations: {
    id: string;
    mailbox: string;
    sealed: Blob;
    declined_on: string;
  };
  staff_notices: {
    id: number;
    people_until: string;
    reports_until: number;
  };
  uncovered_topics: {
    day: string;
    topic: string;
    told: number;
  };
  limits: {
    key: string;
    points: number;
    expire: number;
  };
  mail_settings: {
    member_id: string;
    sealed: Blob;
  };
  refused_addresses: {
    member_id: string;
    address: string;
    bounces: Generated<number>;
  };
  backup_outcomes: {
    id: number;
    made_at_ms: number | null;
    bytes: number | null;
    took_ms: number | null;
    failed_at_ms: number | null;
    code: string | null;
    told_at_ms: number | null;
    /** When someone last tested restoring a backup, and the time of that backup. */
    checked_at_ms: number | null;
    checked_made_at_ms: number | null;
  };
  mailbox_outcomes: {
    id: number;
    read_at_ms: number | null;
    failed_at_ms: number | null;
    code: string | null;
    set_aside: Generated<number>;
  };
  arrivals: {
    id: string;
    member_id: string;
    until_day: number;
    sealed: Blob;
  };
  question_mails: {
    member_id: string;
    until_day: number;
  };
  left_mailboxes: {
    mailbox: string;
  };
  restores: {
    restored_at_ms: number;
    made_at_ms: number;
    invitations: number;
    people: number;
  };
  members: {
    member_id: string;
    sealed: Blob | null;
    version: Generated<number>;
    changed_position: Generated<number>;
    conversations: Generated<number>;
    nudge_ms: number | null;
    confirm_phase_ms: number | null;
    paused_until: string | null;
    undo_until_ms: number | null;
    standing: AdmissionList | null;
    standing_since: string | null;
    role: Role | null;
    created_at: string | null;
    is_invited: Flag | null;
    is_confirmed: Flag | null;
    has_picture: Flag | null;
    topics: JsonOrNull<readonly string[]>;
    dealings: Generated<number>;
  };
  connections: {
    connection_id: string;
    asker_id: string | null;
    mentor_id: string | null;
    stream: string;
    state: ConnectionRecord["state"];
    asked_position: number | null;
    asked_ms: number | null;
    waits_for: WaitsFor | null;
    since_ms: number | null;
    record: Json<ConnectionRecord>;
  };
  messages: {
    message_id: string;
    connection_id: string;
    author_id: string;
    kind: TextKind;
    position: number;
    at_ms: number;
    is_left: Flag;
  };
  questions: {
    question_id: string;
    asker_id: string;
    state: QuestionRecord["state"];
    waits_for: QuestionWaitsFor;
    since_ms: number;
    record: Json<QuestionRecord>;
  };
  question_people: {
    question_id: string;
    member_id: string;
    part: "asked" | "staff";
  };
  blocks: {
    blocker_id: string;
    blocked_id: string;
    from_position: number;
    until_position: number | null;
  };
  reveals: {
    owner_id: string;
    viewer_id: string | null;
    contact: ContactField;
    day: string;
    position: number;
    is_left: Flag;
    at_ms: Generated<number>;
  };
  reports: {
    report_id: string;
    reporter_id: string | null;
    reported_id: string | null;
    connection_id: string | null;
    reason: ReportReason | null;
    position: number;
    at_ms: number;
    action: ReportAction | null;
    handler_id: string | null;
    handled_at_ms: number | null;
  };
  settings: {
    id: number;
    record: Json<ProgramSettings>;
  };
}

/** A session as stored. */
export interface StoredSession {
  readonly memberId: string;
  readonly createdAtMs: number;
  readonly seenAtMs?: number;
  /** Time of the latest proof of each kind. */
  readonly proofs: Readonly<Record<string, number>>;
  readonly browser?: string;
}
