import type { Database } from "../../events/database.ts";

/** What happened to an invitation that has no answer. */
export interface InvitationState {
  /** When a mail about it last went out. */
  readonly sentAt: Date | undefined;
  readonly isOpened: boolean;
}

/** What is noted of invitations outside of the log: it is gone when they are answered or erased. */
export type InvitationStates = ReturnType<typeof createInvitationStates>;

const durability = "normal";
/** Only of who is there: a mail may be on its way while they are erased. */
const ofMember = "SELECT member_id, ?2 FROM member_keys WHERE member_id = ?1";

export function createInvitationStates(
  vault: Pick<Database, "read" | "write">,
  now: () => Date,
) {
  return {
    /** All of them, by member id. */
    async all(): Promise<ReadonlyMap<string, InvitationState>> {
      const rows = await vault.read("SELECT * FROM invitation_states");
      return new Map(rows.map((row) => [String(row.member_id), {
        sentAt: row.sent_at_ms === null ? undefined : new Date(Number(row.sent_at_ms)),
        isOpened: row.opened_on !== null,
      }]));
    },
    async noteSent(memberId: string): Promise<void> {
      await vault.write([{
        sql: `INSERT INTO invitation_states (member_id, sent_at_ms) ${ofMember}
              ON CONFLICT (member_id) DO UPDATE SET sent_at_ms = excluded.sent_at_ms`,
        args: [memberId, now().getTime()],
      }], durability);
    },
    /** Notes the day alone. */
    async noteOpened(memberId: string): Promise<void> {
      await vault.write([{
        sql: `INSERT INTO invitation_states (member_id, opened_on) ${ofMember}
              ON CONFLICT (member_id) DO UPDATE SET
                opened_on = coalesce(invitation_states.opened_on, excluded.opened_on)`,
        args: [memberId, now().toISOString().slice(0, 10)],
      }], durability);
    },
    async forget(memberId: string): Promise<void> {
      await vault.write([{
        sql: "DELETE FROM invitation_states WHERE member_id = ?",
        args: [memberId],
      }], durability);
    },
  };
}
