import { dayOf } from "../contacts/reveals.ts";
import type { Statement } from "../database.ts";
import type { Happened } from "./project.ts";

/** Statements for the contact views in a batch, to run after those for members. */
export function revealStatements(batch: readonly Happened[]): Statement[] {
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
    {
      // For an erased owner, the row stays only until the event is deleted from the log.
      sql: `INSERT INTO reveals (owner_id, viewer_id, contact, day, position, at_ms, is_left)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
          NOT EXISTS (SELECT 1 FROM members WHERE member_id = value ->> 0 AND record IS NOT NULL)
        FROM json_each(?)`,
      args: [JSON.stringify(added)],
    },
    ...erased.length === 0 ? [] : [
      `DELETE FROM reveals WHERE viewer_id IN ${these}`,
      `UPDATE reveals SET is_left = 1 WHERE owner_id IN ${these}`,
    ].map((sql) => ({ sql, args: [JSON.stringify(erased)] })),
  ];
}
