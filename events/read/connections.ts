import type { Row } from "../database-port.ts";
import type { ConnectionRecord } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import type { TextKind, WaitsFor } from "./connection-rows.ts";

export interface TextPlace {
  readonly messageId: string;
  readonly authorId: string;
  readonly kind: TextKind;
  readonly position: number;
  readonly at: string;
}

export interface TextQuery {
  readonly kind?: TextKind;
  readonly authorId?: string;
  /** Only texts before this log position. */
  readonly before?: number;
  readonly limit: number;
}

/** What is between two members, as one of them sees it. */
export interface PairRows {
  readonly connections: readonly {
    readonly record: ConnectionRecord;
    /** Whether their block hides it from them. */
    readonly isHidden: boolean;
    /** Whether one of the two blocked the other at any time since the request. */
    readonly wasBlocked: boolean;
  }[];
  readonly isBlocking: boolean;
}

export type ConnectionTable = ReturnType<typeof createConnectionTable>;

/** A block by the mentor that lasted at some time between the request and an answer. */
const isHidden =
  `c.asker_id IS NOT NULL AND json_extract(c.record, '$.answeredAt') IS NULL AND EXISTS (
  SELECT 1 FROM blocks b WHERE b.blocker_id = c.mentor_id AND b.blocked_id = c.asker_id
    AND coalesce(b.until_position > c.asked_position, 1))`;

/** A block by one of the two that lasted at some time since the request. */
const wasBlocked = `EXISTS (SELECT 1 FROM blocks b
  WHERE b.blocker_id IN (c.asker_id, c.mentor_id) AND b.blocked_id IN (c.asker_id, c.mentor_id)
    AND coalesce(b.until_position > c.asked_position, 1))`;

export function createConnectionTable(database: Database) {
  const ofMember = (memberId: string): Promise<readonly ConnectionRecord[]> =>
    records(`c.asker_id = ?1 OR (c.mentor_id = ?1 AND NOT (${isHidden}))`, [memberId]);

  async function values(sql: string, ...args: (string | number)[]): Promise<Row[string][]> {
    return (await database.read(sql, args)).map(({ value }) => value ?? null);
  }

  async function any(from: string, ...args: string[]): Promise<boolean> {
    return (await database.read(`SELECT 1 FROM ${from} LIMIT 1`, args)).length > 0;
  }

  async function places(
    connectionId: string,
    which: string,
    ...args: (string | number | null)[]
  ): Promise<TextPlace[]> {
    const rows = await database.read(
      `SELECT message_id, author_id, kind, position, at_ms FROM messages
       WHERE connection_id = ?1 AND NOT is_left ${which}`,
      [connectionId, ...args],
    );
    return rows.map((row) => ({
      messageId: String(row.message_id),
      authorId: String(row.author_id),
      kind: String(row.kind) as TextKind,
      position: Number(row.position),
      at: new Date(Number(row.at_ms)).toISOString(),
    }));
  }

  const hasBlocked = (blockerId: string, blockedId: string): Promise<boolean> =>
    any(
      "blocks WHERE blocker_id = ? AND blocked_id = ? AND until_position IS NULL",
      ...[blockerId, blockedId],
    );

  async function records(where: string, args: readonly (string | number)[]) {
    const rows = await database.read(
      `SELECT c.record FROM connections c WHERE ${where}`,
      [...args],
    );
    return rows.map(recordOf);
  }

  return {
    async byId(connectionId: string): Promise<ConnectionRecord | undefined> {
      const [record] = await records("c.connection_id = ?", [connectionId]);
      return record;
    },
    ofMember,
    askedBy: (memberId: string): Promise<readonly ConnectionRecord[]> =>
      records("c.asker_id = ?", [memberId]),
    /** `undefined` for others, and for a mentor whose own block hides it. */
    async knownTo(memberId: string, connectionId: string): Promise<ConnectionRecord | undefined> {
      return (await ofMember(memberId)).find((each) => each.connectionId === connectionId);
    },
    hasBlocked,
    /** Oldest first. */
    async between(memberId: string, otherId: string): Promise<PairRows> {
      const [rows, isBlocking] = await Promise.all([
        database.read(
          `SELECT record, mentor_id = ?1 AND (${isHidden}) AS is_hidden, ${wasBlocked} AS was_blocked
           FROM connections c
           WHERE (asker_id = ?1 AND mentor_id = ?2) OR (asker_id = ?2 AND mentor_id = ?1)
           ORDER BY asked_position`,
          [memberId, otherId],
        ),
        hasBlocked(memberId, otherId),
      ]);
      const connections = rows.map((row) => ({
        record: recordOf(row),
        isHidden: row.is_hidden === 1,
        wasBlocked: row.was_blocked === 1,
      }));
      return { connections, isBlocking };
    },
    /** The stream of a connection's two members, which stays when one of them is erased. */
    async streamOf(connectionId: string): Promise<string | undefined> {
      const [stream] = await values(
        "SELECT stream AS value FROM connections WHERE connection_id = ?",
        connectionId,
      );
      return stream === undefined ? undefined : String(stream);
    },
    /** Whether two members have an open conversation, and neither blocks the other. */
    areInTouch: (memberId: string, otherId: string): Promise<boolean> =>
      any(
        `connections WHERE state = 'accepted' AND waits_for IS NOT NULL
           AND ((asker_id = ?1 AND mentor_id = ?2) OR (asker_id = ?2 AND mentor_id = ?1))
           AND NOT EXISTS (SELECT 1 FROM blocks WHERE until_position IS NULL
             AND ((blocker_id = ?1 AND blocked_id = ?2) OR (blocker_id = ?2 AND blocked_id = ?1)))`,
        ...[memberId, otherId],
      ),
    async mentorsOf(askerId: string): Promise<readonly string[]> {
      // A request ended by a block before its answer wasn't accepted.
      const sql = `SELECT DISTINCT mentor_id AS value FROM connections WHERE asker_id = ?
        AND mentor_id IS NOT NULL AND state IN ('accepted', 'ended')
        AND json_extract(record, '$.answeredAt') IS NOT NULL`;
      return (await values(sql, askerId)).map(String);
    },
    /** Members whom a member blocks, and whether they knew of a connection before the block. */
    async blockedBy(
      memberId: string,
    ): Promise<readonly { readonly memberId: string; readonly wasInTouch: boolean }[]> {
      const rows = await database.read(
        `SELECT blocked_id, EXISTS (
           SELECT 1 FROM connections c
           WHERE (c.asker_id = b.blocker_id AND c.mentor_id = b.blocked_id)
             OR (c.mentor_id = b.blocker_id AND c.asker_id = b.blocked_id
               AND c.asked_position < b.from_position)) AS was_in_touch
         FROM blocks b WHERE blocker_id = ? AND until_position IS NULL`,
        [memberId],
      );
      return rows.map((row) => ({
        memberId: String(row.blocked_id),
        wasInTouch: row.was_in_touch === 1,
      }));
    },
    /** The number of the other's messages since the member's last one, by connection. */
    async unreadOf(
      memberId: string,
      connectionIds: readonly string[],
    ): Promise<ReadonlyMap<string, number>> {
      if (connectionIds.length === 0) return new Map();
      // Finds the member's own last message once per connection, backwards from its end.
      const rows = await database.read(
        `SELECT value AS connection_id,
           (SELECT count(*) FROM messages m WHERE m.connection_id = value
              AND author_id <> ?2 AND kind = 'message' AND NOT is_left
              AND position > coalesce((SELECT own.position FROM messages own
                WHERE own.connection_id = value AND own.author_id = ?2
                ORDER BY own.position DESC LIMIT 1), 0)) AS count
         FROM json_each(?1)`,
        [JSON.stringify(connectionIds), memberId],
      );
      return new Map(rows.map((row) => [String(row.connection_id), Number(row.count)]));
    },
    /** One text's position; `undefined` if it is forgotten or belongs to another connection. */
    async text(connectionId: string, messageId: string): Promise<TextPlace | undefined> {
      return (await places(connectionId, "AND message_id = ?2", messageId))[0];
    },
    /** Positions of texts, latest first; forgotten ones are left out. */
    async texts(
      connectionId: string,
      { kind, authorId, before, limit }: TextQuery,
    ): Promise<readonly TextPlace[]> {
      const which = `AND position < coalesce(?2, position + 1) AND kind = coalesce(?3, kind)
        AND author_id = coalesce(?4, author_id) ORDER BY position DESC LIMIT ?5`;
      const args = [before ?? null, kind ?? null, authorId ?? null, limit];
      return await places(connectionId, which, ...args);
    },
    async noteOf(connectionId: string): Promise<TextPlace | undefined> {
      return (await places(connectionId, "ORDER BY position LIMIT 1"))[0];
    },
    async authorsOf(connectionId: string): Promise<readonly string[]> {
      const sql = `SELECT DISTINCT author_id AS value FROM messages
        WHERE connection_id = ? AND NOT is_left`;
      return (await values(sql, connectionId)).map(String);
    },
    /** For each connection a value that changes whenever it, its messages or its visibility change. */
    async marksOf(connectionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await database.read(
        `SELECT c.connection_id, c.record, (${isHidden}) AS is_hidden,
           (SELECT position FROM messages m WHERE m.connection_id = c.connection_id AND NOT is_left
            ORDER BY position DESC LIMIT 1) AS latest
         FROM connections c WHERE c.connection_id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(connectionIds)],
      );
      return new Map(
        rows.map((row) => [
          String(row.connection_id),
          `${row.is_hidden} ${row.latest} ${row.record}`,
        ]),
      );
    },
    /** Connections that became due at a time or earlier, oldest first. */
    async waiting(
      forWhat: WaitsFor | readonly WaitsFor[],
      sinceMs: number,
      limit: number,
    ): Promise<readonly ConnectionRecord[]> {
      const rows = await database.read(
        `SELECT record FROM connections c
         WHERE waits_for IN (SELECT value FROM json_each(?)) AND since_ms <= ?
         ${forWhat === "forgetting" ? hasTexts : ""} ORDER BY since_ms LIMIT ?`,
        [JSON.stringify([forWhat].flat()), sinceMs, limit],
      );
      return rows.map(recordOf);
    },
    /** Mentors of requests that expired at a time or later. */
    async mentorsOfExpired(sinceMs: number): Promise<readonly string[]> {
      const sql = `SELECT DISTINCT mentor_id AS value FROM connections
        WHERE waits_for = 'forgetting' AND since_ms >= ? AND state = 'expired'`;
      return (await values(sql, sinceMs)).map(String);
    },
    async forgottenTexts(limit: number): Promise<readonly number[]> {
      const sql = "SELECT position AS value FROM messages WHERE is_left ORDER BY position LIMIT ?";
      return (await values(sql, limit)).map(Number);
    },
    async forgot(positions: readonly number[]): Promise<void> {
      await database.write([{
        sql: "DELETE FROM messages WHERE is_left AND position IN (SELECT value FROM json_each(?))",
        args: [JSON.stringify(positions)],
      }, ...database.noteDeletion()]);
    },
  };
}

const hasTexts = `AND EXISTS (SELECT 1 FROM messages m
  WHERE m.connection_id = c.connection_id AND NOT m.is_left)`;

function recordOf(row: Row): ConnectionRecord {
  return JSON.parse(String(row.record));
}
