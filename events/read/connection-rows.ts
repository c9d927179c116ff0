/** Rows of connections, messages and blocks, folded from batches of events. Texts stay in the log. */
import {
  connectionIdOf,
  type ConnectionRecord,
  evolveConnection,
  otherOf,
  withoutMember,
} from "../connections/connection.ts";
import type { QuestionTextKind } from "../connections/questions/question-events.ts";
import type { Database, Statement } from "../store/database.ts";
import type { MemberEvent } from "../members/events.ts";
import { anyIn, compiledOnce, parsed, rowsOf, tables } from "../store/queries.ts";
import type { OpenedEvent } from "./project.ts";
import { reportStatements } from "./reports.ts";
import { columnsOf, insertAll, positionOf, type PositionOrId } from "./tables.ts";

interface ConnectionRow {
  readonly stream: string;
  readonly record: ConnectionRecord;
  readonly askedPosition: PositionOrId | undefined;
}

export type TextKind = "message" | "feedback" | "report" | QuestionTextKind;

const textKindOf: { readonly [T in MemberEvent["type"]]?: TextKind } = {
  MessageSent: "message",
  FeedbackGiven: "feedback",
  MessageReported: "report",
};

const toReplace = tables.selectFrom("connections")
  .select(["connection_id", "stream", "record", "asked_position"]);
const byIds = compiledOnce(({ ids }: { ids: string }) =>
  toReplace.where("connection_id", "in", anyIn(ids))
);
const byMembers = compiledOnce(({ ids }: { ids: string }) =>
  toReplace.where(({ eb, or }) =>
    or([eb("asker_id", "in", anyIn(ids)), eb("mentor_id", "in", anyIn(ids))])
  )
);

/**
 * Statements for a batch, to run after those for members. Loads existing rows first, then applies
 * events in order.
 */
export async function connectionStatements(
  database: Pick<Database, "read">,
  batch: readonly OpenedEvent[],
): Promise<readonly Statement[]> {
  /** All rows that were loaded or created, by id; `undefined` if there is none. */
  const known = new Map<string, ConnectionRow | undefined>();
  const changed = new Set<string>();
  const others: Statement[] = [];

  async function load(query: typeof byIds, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const row of await rowsOf(database, query({ ids: JSON.stringify(ids) }))) {
      const { connection_id: connectionId, stream } = row;
      if (known.has(connectionId)) continue;
      const askedPosition = row.asked_position ?? undefined;
      known.set(connectionId, { stream, record: parsed(row.record), askedPosition });
    }
  }

  function put(connectionId: string, row: ConnectionRow | undefined, position: PositionOrId): void {
    const before = known.get(connectionId)?.record;
    known.set(connectionId, row);
    changed.add(connectionId);
    const more = countsAsOpen(row?.record) - countsAsOpen(before);
    const mentorId = (before ?? row?.record)?.mentorId;
    if (more === 0 || mentorId == null) return;
    others.push({
      sql: `UPDATE members SET conversations = conversations + ?1,
        changed_position = max(changed_position, ${positionOf("?2")}) WHERE member_id = ?3`,
      args: [more, position, mentorId],
    });
  }

  /** Hides texts. Their rows stay until the texts are deleted from the log. */
  function leave(connectionId: string, authorId?: string): void {
    others.push({
      sql: `UPDATE messages SET is_left = 1
        WHERE connection_id = ? AND author_id = coalesce(?, author_id)`,
      args: [connectionId, authorId ?? null],
    });
  }

  function erase(memberId: string, position: PositionOrId): void {
    for (const [connectionId, row] of known) {
      if (row?.record.askerId !== memberId && row?.record.mentorId !== memberId) continue;
      const isAsker = row.record.askerId === memberId;
      const { stream, record: before } = row;
      const record = withoutMember(before, memberId);
      put(
        connectionId,
        record && { stream, record, askedPosition: isAsker ? undefined : row.askedPosition },
        position,
      );
      leave(connectionId);
      others.push({
        // Decisions on these rows, such as the other member's erasure, start again.
        sql: "UPDATE members SET dealings = dealings + 1 WHERE member_id = ?",
        args: [otherOf(memberId, before)],
      });
      // Their own texts were deleted with their key.
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

  function apply(happened: OpenedEvent): void {
    const { stream, memberId, position, atMs, eventId: messageId, event } = happened;
    others.push(...reportStatements(happened));
    if (event.type === "MemberErased") return erase(memberId, position);
    if (event.personal === null) return;
    if (event.type === "MemberBlocked") {
      others.push({
        sql: `INSERT INTO blocks (blocker_id, blocked_id, from_position) VALUES (?1, ?2, ${
          positionOf("?3")
        })`,
        args: [memberId, event.personal.memberId, position],
      });
    } else if (event.type === "MemberUnblocked") {
      others.push({
        sql: `UPDATE blocks SET until_position = ${positionOf("?1")}
          WHERE blocker_id = ?2 AND blocked_id = ?3 AND until_position IS NULL`,
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
      // The connection's asker was erased.
      const isLeft = record === undefined || record.isLeft;
      others.push({
        sql: `INSERT INTO messages
            (message_id, connection_id, author_id, kind, position, at_ms, is_left)
          VALUES (?1, ?2, ?3, ?4, ${positionOf("?5")}, ?6, ?7)`,
        args: [messageId, connectionId, memberId, kind, position, atMs, isLeft ? 1 : 0],
      });
    }
    if (record === before?.record) return;
    const isAsked = event.type === "ConnectionRequested";
    const askedPosition = isAsked ? position : before?.askedPosition;
    put(connectionId, record && { stream, record, askedPosition }, position);
  }

  const ids = batch.flatMap(({ event }) => connectionIdOf(event) ?? []);
  const erased = batch.filter(({ event }) => event.type === "MemberErased")
    .map(({ memberId }) => memberId);
  await load(byIds, [...new Set(ids)]);
  await load(byMembers, erased);
  batch.forEach(apply);
  const rows = [...changed].flatMap((connectionId) => known.get(connectionId) ?? []);
  const gone = [...changed].filter((connectionId) => known.get(connectionId) === undefined);
  if (known.size === 0) return others;
  return [
    ...others,
    {
      sql: `DELETE FROM connections WHERE connection_id IN (SELECT value FROM json_each(?))`,
      args: [JSON.stringify(gone)],
    },
    insertAll(
      "connections",
      columnsOf("connections"),
      JSON.stringify(rows.map(rowOfConnection)),
      "connection_id",
    ),
  ];
}

/** 1 for an open conversation, which counts toward the mentor's limit; else 0. */
function countsAsOpen(record: ConnectionRecord | undefined): number {
  return record?.state === "accepted" && !record.isLeft ? 1 : 0;
}

export type WaitsFor =
  | "first-reminder"
  | "second-reminder"
  | "answer"
  | "reply"
  | "word"
  | "sign"
  | "forgetting";

/** Next steps of a request while the mentor should answer: two reminders, then expiry. */
export const remindersFirst = ["first-reminder", "second-reminder", "answer"] as const;
/** All next steps of requests, including the asker's reply to a question. */
export const ofRequests = [...remindersFirst, "reply"] as const satisfies readonly WaitsFor[];

function rowOfConnection({ stream, record, askedPosition }: ConnectionRow) {
  const waits = waitsOf(record);
  return [
    record.connectionId,
    record.askerId,
    record.mentorId,
    stream,
    record.state,
    askedPosition ?? null,
    record.askedAt === null ? null : Date.parse(record.askedAt),
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
