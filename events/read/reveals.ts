import { dayOf, type SeenToday } from "../contacts/reveals.ts";
import type { Database, Statement } from "../database.ts";
import type { ContactField } from "../members/contact-fields.ts";
import type { OpenedEvent } from "./project.ts";
import { positionOf } from "./tables.ts";

export interface RevealsOfDay {
  /** `null` if the viewer has left. */
  readonly viewerId: string | null;
  /** Such as `2026-11-22`, in UTC. */
  readonly day: string;
  readonly contacts: readonly ContactField[];
}

export interface Revealed {
  /** `null` once the viewer is erased: then it is recorded again with its day. Also once the owner is. */
  readonly viewerId: string | null;
  readonly ownerId: string;
  readonly day: string;
  readonly position: number;
  /** Time of the showing, or of the viewer's erasure. */
  readonly atMs: number;
}

export type RevealTable = ReturnType<typeof createRevealTable>;

export function createRevealTable(database: Database) {
  return {
    async seenOn(day: string, viewerId: string): Promise<readonly SeenToday[]> {
      const rows = await database.read(
        "SELECT owner_id, contact FROM reveals WHERE day = ? AND viewer_id = ?",
        [day, viewerId],
      );
      return rows.map((row) => ({
        ownerId: String(row.owner_id),
        contact: String(row.contact) as ContactField,
      }));
    },
    /** Whose contacts a member has viewed since a day. */
    async byViewer(
      viewerId: string,
      day: string,
    ): Promise<readonly (SeenToday & { day: string })[]> {
      const rows = await database.read(
        "SELECT owner_id, contact, day FROM reveals WHERE viewer_id = ? AND day >= ? ORDER BY rowid",
        [viewerId, day],
      );
      return rows.map((row) => ({
        ownerId: String(row.owner_id),
        contact: String(row.contact) as ContactField,
        day: String(row.day),
      }));
    },
    async ofOwner(
      ownerId: string,
      { sinceMs, offset, limit }: {
        readonly sinceMs: number;
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<readonly RevealsOfDay[]> {
      const rows = await database.read(
        `SELECT viewer_id, day, json_group_array(DISTINCT contact) AS contacts FROM reveals
         WHERE owner_id = ? AND day >= ? AND NOT is_left
         GROUP BY coalesce(viewer_id, position), day ORDER BY day DESC, max(position) DESC LIMIT ? OFFSET ?`,
        [ownerId, dayOf(new Date(sinceMs)), limit, offset],
      );
      return rows.map((row) => ({
        viewerId: row.viewer_id === null ? null : String(row.viewer_id),
        day: String(row.day),
        contacts: JSON.parse(String(row.contacts)),
      }));
    },
    async since(day: string): Promise<readonly Revealed[]> {
      const rows = await database.read(
        "SELECT DISTINCT viewer_id, owner_id, day, position, at_ms FROM reveals WHERE day >= ? ORDER BY position",
        [day],
      );
      return rows.map((row) => ({
        viewerId: row.viewer_id === null ? null : String(row.viewer_id),
        ownerId: String(row.owner_id),
        day: String(row.day),
        position: Number(row.position),
        atMs: Number(row.at_ms),
      }));
    },
    async expired(beforeMs: number, limit: number): Promise<readonly number[]> {
      const rows = await database.read(
        `SELECT DISTINCT position FROM reveals WHERE is_left OR day < ? ORDER BY position LIMIT ?`,
        [dayOf(new Date(beforeMs)), limit],
      );
      return rows.map((row) => Number(row.position));
    },
    async forgot(positions: readonly number[]): Promise<void> {
      await database.write([{
        sql: "DELETE FROM reveals WHERE position IN (SELECT value FROM json_each(?))",
        args: [JSON.stringify(positions)],
      }, ...database.noteDeletion()]);
    },
  };
}

export function revealStatements(batch: readonly OpenedEvent[]): Statement[] {
  const added = batch.flatMap(({ memberId, position, atMs, event }) => {
    if (event.personal === null) return [];
    if (event.type === "RevealKept") {
      const { memberId: ownerId, day, contacts } = event.personal;
      return contacts.map((contact) => [ownerId, null, contact, day, position, atMs]);
    }
    if (event.type !== "ContactRevealed") return [];
    const { memberId: ownerId, contacts } = event.personal;
    const day = dayOf(new Date(atMs));
    return contacts.map((contact) => [ownerId, memberId, contact, day, position, atMs]);
  });
  const erased = batch.filter(({ event }) => event.type === "MemberErased")
    .map(({ memberId }) => memberId);
  const these = "(SELECT value FROM json_each(?))";
  return [
    ...added.length === 0 ? [] : [{
      // For an erased owner, the row stays only until the event is deleted from the log.
      sql: `INSERT INTO reveals (owner_id, viewer_id, contact, day, position, at_ms, is_left)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3,
          ${positionOf("(value ->> 4)")}, value ->> 5,
          NOT EXISTS (SELECT 1 FROM members WHERE member_id = value ->> 0 AND sealed IS NOT NULL)
        FROM json_each(?)`,
      args: [JSON.stringify(added)],
    }],
    ...erased.length === 0 ? [] : [
      `DELETE FROM reveals WHERE viewer_id IN ${these}`,
      `UPDATE reveals SET is_left = 1, viewer_id = NULL WHERE owner_id IN ${these}`,
    ].map((sql) => ({ sql, args: [JSON.stringify(erased)] })),
  ];
}
