/**
 * Rows of connections, messages and blocks: what a batch of events makes of them. Texts stay in the log;
 * of a message there is who wrote it, when, and where it stands.
 *
 * @module
 */
import {
  connectionIdOf,
  type ConnectionRecord,
  evolveConnection,
  withoutMember,
} from "../connections/connection.ts";
import type { Database, Statement } from "../database.ts";
import type { Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";
import { reportStatements } from "./report-rows.ts";

/** A connection, and where it was asked for; `undefined` where that is gone with its asker. */
interface Kept {
  readonly record: ConnectionRecord;
  readonly askedPosition: number | undefined;
}

interface MessageRow {
  readonly messageId: string;
  readonly connectionId: string;
  readonly authorId: string;
  readonly kind: TextKind;
  readonly position: number;
  readonly atMs: number;
  readonly isLeft: boolean;
}

/** Which texts there are. */
export type TextKind = "message" | "feedback" | "report";

/** Types of events that have a text. */
export const textKindOf: { readonly [T in MemberEvent["type"]]?: TextKind } = {
  MessageSent: "message",
  FeedbackGiven: "feedback",
  MessageReported: "report",
};

/** The fold of one batch: first what is there is read, then events are applied in order. */
export type ConnectionRows = ReturnType<typeof createConnectionRows>;

export function createConnectionRows(database: Pick<Database, "read">) {
  /** Everything that was read or made; `undefined` for what is not there. */
  const known = new Map<string, Kept | undefined>();
  const changed = new Set<string>();
  const added = new Map<string, MessageRow>();
  /** Of mentors, how many more conversations go on, and since where in the log. */
  const counts = new Map<string, { readonly more: number; readonly position: number }>();
  const others: Statement[] = [];

  async function load(where: string, value: readonly string[]): Promise<void> {
    if (value.length === 0) return;
    const rows = await database.read(
      `SELECT connection_id, record, asked_position FROM connections WHERE ${where}`,
      [JSON.stringify(value)],
    );
    for (const row of rows) {
      const connectionId = String(row.connection_id);
      if (known.has(connectionId)) continue;
      const askedPosition = row.asked_position === null ? undefined : Number(row.asked_position);
      known.set(connectionId, { record: JSON.parse(String(row.record)), askedPosition });
    }
  }

  function put(connectionId: string, kept: Kept | undefined, position: number): void {
    const before = known.get(connectionId)?.record;
    known.set(connectionId, kept);
    changed.add(connectionId);
    const more = goesOn(kept?.record) - goesOn(before);
    const mentorId = (kept?.record ?? before)?.mentorId;
    if (more === 0 || mentorId === undefined) return;
    counts.set(mentorId, { more: (counts.get(mentorId)?.more ?? 0) + more, position });
  }

  /** Nobody reads these any more; the rows stay until their texts are out of the log. */
  function leave(connectionId: string, authorId?: string): void {
    const isMeant = (message: MessageRow) =>
      message.connectionId === connectionId &&
      (authorId === undefined || message.authorId === authorId);
    for (const [messageId, message] of added) {
      if (isMeant(message)) added.set(messageId, { ...message, isLeft: true });
    }
    others.push({
      sql: `UPDATE messages SET is_left = 1
        WHERE connection_id = ? AND author_id = coalesce(?, author_id)`,
      args: [connectionId, authorId ?? null],
    });
  }

  function erase(memberId: string, position: number): void {
    // Their own texts went with their key.
    for (const [messageId, { authorId }] of added) {
      if (authorId === memberId) added.delete(messageId);
    }
    for (const [connectionId, kept] of known) {
      if (kept?.record.askerId !== memberId && kept?.record.mentorId !== memberId) continue;
      const isAsker = kept.record.askerId === memberId;
      const record = withoutMember(kept.record, memberId);
      put(
        connectionId,
        record && { record, askedPosition: isAsker ? undefined : kept.askedPosition },
        position,
      );
      leave(connectionId);
      others.push({
        sql: `DELETE FROM messages WHERE connection_id = ? AND author_id = ?`,
        args: [connectionId, memberId],
      });
    }
    others.push({
      sql: `DELETE FROM blocks WHERE blocker_id = ? OR blocked_id = ?`,
      args: [memberId, memberId],
    });
  }

  function applyOne(recorded: Recorded, event: MemberEvent): void {
    const { memberId, position, atMs, eventId: messageId } = recorded;
    others.push(...reportStatements(recorded, event));
    if (event.type === "MemberErased") return erase(memberId, position);
    if (event.personal === null) return;
    if (event.type === "MemberBlocked") {
      others.push({
        sql: `INSERT INTO blocks (blocker_id, blocked_id, from_position) VALUES (?, ?, ?)`,
        args: [memberId, event.personal.memberId, position],
      });
    } else if (event.type === "MemberUnblocked") {
      others.push({
        sql: `UPDATE blocks SET until_position = ?
          WHERE blocker_id = ? AND blocked_id = ? AND until_position IS NULL`,
        args: [position, memberId, event.personal.memberId],
      });
    }
    const connectionId = connectionIdOf(event);
    if (connectionId === undefined) return;
    const before = known.get(connectionId);
    if (event.type === "MessagesForgotten") leave(connectionId, memberId);
    const record = evolveConnection(before?.record, { memberId, atMs, event });
    const kind = textKindOf[event.type];
    if (kind !== undefined) {
      // A connection that is not there was asked for by somebody who is erased.
      const isLeft = record === undefined || record.isLeft;
      const row = { messageId, connectionId, authorId: memberId, kind, position, atMs, isLeft };
      added.set(messageId, row);
    }
    if (record === undefined || record === before?.record) return;
    const isAsked = event.type === "ConnectionRequested";
    const askedPosition = isAsked ? position : before?.askedPosition;
    put(connectionId, { record, askedPosition }, position);
  }

  return {
    async apply(batch: readonly Recorded[], events: readonly MemberEvent[]): Promise<void> {
      const ids = events.flatMap((event) => connectionIdOf(event) ?? []);
      const erased = batch.filter((_, at) => events[at]?.type === "MemberErased")
        .map(({ memberId }) => memberId);
      const these = "(SELECT value FROM json_each(?1))";
      await load(`connection_id IN ${these}`, [...new Set(ids)].filter((id) => !known.has(id)));
      await load(`asker_id IN ${these} OR mentor_id IN ${these}`, erased);
      for (const [at, recorded] of batch.entries()) {
        const event = events[at];
        if (event !== undefined) applyOne(recorded, event);
      }
    },
    /** What the batch changes, to be run after members' rows; nothing where it is about nobody's connections. */
    statements(): Statement[] {
      const rows = [...changed].flatMap((connectionId) => {
        const kept = known.get(connectionId);
        return kept === undefined ? [] : [rowOfConnection(kept)];
      });
      const gone = [...changed].filter((connectionId) => known.get(connectionId) === undefined);
      return [
        ...others,
        ...gone.length === 0 ? [] : [{
          sql: `DELETE FROM connections WHERE connection_id IN (SELECT value FROM json_each(?))`,
          args: [JSON.stringify(gone)],
        }],
        ...rows.length === 0 ? [] : [{
          sql: `INSERT INTO connections
              (connection_id, asker_id, mentor_id, state, asked_position, waits_for, since_ms, record)
            SELECT ${columnsFrom(8)} FROM json_each(?) WHERE true
            ON CONFLICT (connection_id) DO UPDATE SET asker_id = excluded.asker_id,
              state = excluded.state, asked_position = excluded.asked_position,
              waits_for = excluded.waits_for, since_ms = excluded.since_ms, record = excluded.record`,
          args: [JSON.stringify(rows)],
        }],
        ...added.size === 0 ? [] : [{
          sql: `INSERT INTO messages
              (message_id, connection_id, author_id, kind, position, at_ms, is_left)
            SELECT ${columnsFrom(7)} FROM json_each(?)`,
          args: [JSON.stringify([...added.values()].map(Object.values))],
        }],
        ...counts.size === 0 ? [] : [{
          sql: `UPDATE members SET conversations = conversations + more,
              changed_position = max(changed_position, at) FROM
            (SELECT value ->> 0 AS mentor_id, value ->> 1 AS more, value ->> 2 AS at FROM json_each(?))
            WHERE member_id = mentor_id`,
          args: [
            JSON.stringify([...counts].map(([id, { more, position }]) => [id, more, position])),
          ],
        }],
      ];
    },
  };
}

/** 1 for a conversation that the mentor has no room for another one beside, 0 for none. */
function goesOn(record: ConnectionRecord | undefined): number {
  return record?.state === "accepted" && !record.isLeft ? 1 : 0;
}

/** What time has to do with a connection: what comes when nothing else does. */
export type WaitsFor =
  | "first-reminder"
  | "second-reminder"
  | "answer"
  | "reply"
  | "word"
  | "sign"
  | "forgetting";

/** What a request waits for while it is the mentor's turn: the answer, after two reminders. */
export const remindersFirst = ["first-reminder", "second-reminder", "answer"] as const;
/** What requests wait for: those, or the asker's reply to a question. */
export const ofRequests = [...remindersFirst, "reply"] as const satisfies readonly WaitsFor[];

function rowOfConnection({ record, askedPosition }: Kept) {
  const waits = waitsOf(record);
  return [
    record.connectionId,
    record.askerId,
    record.mentorId,
    record.state,
    askedPosition ?? null,
    waits?.for ?? null,
    waits?.sinceMs ?? null,
    JSON.stringify(record),
  ];
}

function waitsOf(
  { state, isLeft, clockSince, waitedMs, reminded, lastAt, quietAt }: ConnectionRecord,
): { readonly for: WaitsFor; readonly sinceMs: number } | undefined {
  if (isLeft) return undefined;
  switch (state) {
    case "requested":
      return clockSince === null ? { for: "reply", sinceMs: Date.parse(lastAt) } : {
        for: remindersFirst[reminded] ?? "answer",
        sinceMs: Date.parse(clockSince) - waitedMs,
      };
    case "accepted":
      return quietAt === null
        ? { for: "word", sinceMs: Date.parse(lastAt) }
        : { for: "sign", sinceMs: Date.parse(quietAt) };
    case "declined":
    case "withdrawn":
    case "expired":
    case "ended":
      return { for: "forgetting", sinceMs: Date.parse(lastAt) };
  }
}

function columnsFrom(count: number): string {
  return Array.from({ length: count }, (_, index) => `value ->> ${index}`).join(", ");
}
