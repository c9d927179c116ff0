import { sql } from "kysely";
import { dayOf, type SeenToday } from "../contacts/reveals.ts";
import type { Database, Statement } from "../store/database.ts";
import type { ContactField } from "../members/contact-fields.ts";
import { anyOf, isLeft, parsed, rowId, statement, tables, tablesOf } from "../store/queries.ts";
import type { JsonText } from "../store/tables.ts";
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
  /**
   * `null` once the viewer or the owner is erased. An erased viewer's view is stored again, with
   * its day.
   */
  readonly viewerId: string | null;
  /** Empty once erased. */
  readonly ownerId: string;
  readonly day: string;
  readonly position: number;
  /** Time of the showing, or of the viewer's erasure. */
  readonly atMs: number;
}

export type RevealTable = ReturnType<typeof createRevealTable>;

export function createRevealTable(database: Database) {
  const reveals = tablesOf(database).selectFrom("reveals");
  return {
    async seenOn(day: string, viewerId: string): Promise<readonly SeenToday[]> {
      return await reveals.select(["owner_id as ownerId", "contact"])
        .where("day", "=", day).where("viewer_id", "=", viewerId).execute();
    },
    /** Contacts that a member has viewed since a day. */
    async byViewer(
      viewerId: string,
      day: string,
    ): Promise<readonly (SeenToday & { day: string })[]> {
      return await reveals.select(["owner_id as ownerId", "contact", "day"])
        .where("viewer_id", "=", viewerId).where("day", ">=", day).orderBy(rowId).execute();
    },
    async ofOwner(
      ownerId: string,
      { sinceMs, offset, limit }: {
        readonly sinceMs: number;
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<readonly RevealsOfDay[]> {
      const rows = await reveals
        .select([
          "viewer_id as viewerId",
          "day",
          sql<JsonText<ContactField[]>>`json_group_array(DISTINCT contact)`.as("contacts"),
        ])
        .where("owner_id", "=", ownerId).where("day", ">=", dayOf(new Date(sinceMs)))
        .where("is_left", "=", 0)
        .groupBy([sql`coalesce(viewer_id, position)`, "day"])
        .orderBy("day", "desc").orderBy(({ fn }) => fn.max("position"), "desc")
        .limit(limit).offset(offset).execute();
      return rows.map((row) => ({ ...row, contacts: parsed(row.contacts) }));
    },
    async since(day: string): Promise<readonly Revealed[]> {
      return await reveals.distinct().where("day", ">=", day).orderBy("position").select([
        "viewer_id as viewerId",
        "owner_id as ownerId",
        "day",
        "position",
        "at_ms as atMs",
      ]).execute();
    },
    async expired(beforeMs: number, limit: number): Promise<readonly number[]> {
      const rows = await reveals.select("position").distinct()
        .where(({ eb, or }) => or([isLeft, eb("day", "<", dayOf(new Date(beforeMs)))]))
        .orderBy("position").limit(limit).execute();
      return rows.map((row) => row.position);
    },
    async forgot(positions: readonly number[]): Promise<void> {
      const gone = tables.deleteFrom("reveals").where("position", "in", anyOf(positions));
      await database.write([statement(gone)]);
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
      // Its position in the log would lead from the owner to the viewer.
      `UPDATE reveals SET is_left = 1, viewer_id = NULL, owner_id = '' WHERE owner_id IN ${these}`,
    ].map((sql) => ({ sql, args: [JSON.stringify(erased)] })),
  ];
}
