import { dayOf } from "../contacts/reveals.ts";
import type { Statement } from "../database.ts";
import type { Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "../members/events.ts";

/** Folds a batch into rows of contact views. */
export type RevealRows = ReturnType<typeof createRevealRows>;

export function createRevealRows() {
  const added: (readonly [string, string | null, string, string, number, number])[] = [];
  const erased: string[] = [];
  const these = "(SELECT value FROM json_each(?))";

  function applyOne({ memberId, position, atMs }: Recorded, event: MemberEvent): void {
    if (event.type === "MemberErased") erased.push(memberId);
    if (event.type === "RevealKept" && event.personal !== null) {
      const { memberId: ownerId, day, contacts } = event.personal;
      for (const contact of contacts) added.push([ownerId, null, contact, day, position, atMs]);
    }
    if (event.type !== "ContactRevealed" || event.personal === null) return;
    const day = dayOf(new Date(atMs));
    for (const contact of event.personal.contacts) {
      added.push([event.personal.memberId, memberId, contact, day, position, atMs]);
    }
  }

  return {
    apply(batch: readonly Recorded[], events: readonly MemberEvent[]): void {
      for (const [at, recorded] of batch.entries()) {
        const event = events[at];
        if (event !== undefined) applyOne(recorded, event);
      }
    },
    /** Run after the statements for members. */
    statements(): Statement[] {
      return [
        ...added.length === 0 ? [] : [{
          // For an erased owner, the row stays only until the event is deleted from the log.
          sql: `INSERT INTO reveals (owner_id, viewer_id, contact, day, position, at_ms, is_left)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
              NOT EXISTS (SELECT 1 FROM members WHERE member_id = value ->> 0
                AND record IS NOT NULL)
            FROM json_each(?)`,
          args: [JSON.stringify(added)],
        }],
        ...erased.length === 0 ? [] : [
          {
            sql: `DELETE FROM reveals WHERE viewer_id IN ${these}`,
            args: [JSON.stringify(erased)],
          },
          {
            sql: `UPDATE reveals SET is_left = 1 WHERE owner_id IN ${these}`,
            args: [JSON.stringify(erased)],
          },
        ],
      ];
    },
  };
}
