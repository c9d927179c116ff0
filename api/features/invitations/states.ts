import type { Database } from "../../../events/database.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { invitationKinds } from "../../mail/setup/mail-state.ts";

interface InvitationState {
  readonly sentAt: Date | undefined;
  readonly isOpened: boolean;
}

const durability = "normal";
/** Inserts nothing for a member who was erased while a mail was on its way. */
const ofMember = "SELECT member_id, ?2 FROM member_keys WHERE member_id = ?1";

/** States of invitations, outside the log: deleted when invitations are answered or erased. */
export class InvitationStates {
  constructor(
    private readonly database: Pick<Database, "read" | "write">,
    private readonly now: () => Date,
  ) {}

  async all(): Promise<ReadonlyMap<string, InvitationState>> {
    const rows = await this.database.read("SELECT * FROM invitation_states");
    return new Map(rows.map((row) => [String(row.member_id), {
      sentAt: row.sent_at_ms === null ? undefined : new Date(Number(row.sent_at_ms)),
      isOpened: row.opened_on !== null,
    }]));
  }

  async noteSent(memberId: string): Promise<void> {
    await this.#write(
      `INSERT INTO invitation_states (member_id, sent_at_ms) ${ofMember}
       ON CONFLICT (member_id) DO UPDATE SET sent_at_ms = excluded.sent_at_ms`,
      [memberId, this.now().getTime()],
    );
  }

  /** Notes only the day on which an invitation was first opened. */
  async noteOpened(memberId: string): Promise<void> {
    await this.#write(
      `INSERT INTO invitation_states (member_id, opened_on) ${ofMember}
       ON CONFLICT (member_id) DO UPDATE SET
         opened_on = coalesce(invitation_states.opened_on, excluded.opened_on)`,
      [memberId, this.now().toISOString().slice(0, 10)],
    );
  }

  async forget(memberId: string): Promise<void> {
    await this.#write("DELETE FROM invitation_states WHERE member_id = ?", [memberId]);
  }

  links(
    invited: readonly Pick<MemberRecord, "memberId" | "createdAt">[],
  ): Promise<ReadonlyMap<string, LinkState>> {
    return readLinkStates(this.database, this.now(), invited);
  }

  /** Which of these people have an invitation that still waits to be sent. */
  unsent(memberIds: readonly string[]): Promise<ReadonlySet<string>> {
    return readUnsent(this.database, memberIds);
  }

  /** When the next invitation may be sent: after waiting ones, such as from an interrupted import. */
  nextMailAt(): Promise<Date> {
    return nextMailAt(this.database, this.now());
  }

  async #write(sql: string, args: (string | number)[]): Promise<void> {
    await this.database.write([{ sql, args }], durability);
  }
}

/** `over` once it has expired, `without link` when it was deleted before. */
export type LinkState = "open" | "over" | "without link";

async function readLinkStates(
  database: Pick<Database, "read">,
  now: Date,
  invited: readonly Pick<MemberRecord, "memberId" | "createdAt">[],
): Promise<ReadonlyMap<string, LinkState>> {
  const rows = await database.read(
    `SELECT DISTINCT member_id FROM tokens WHERE kind = 'invitation' AND expires_at_ms > ?
       AND member_id IN (SELECT value FROM json_each(?))`,
    [now.getTime(), JSON.stringify(invited.map(({ memberId }) => memberId))],
  );
  const live = new Set(rows.map((row) => String(row.member_id)));
  return new Map(invited.map(({ memberId, createdAt }) => {
    const isExpired = now.getTime() > Date.parse(createdAt) + tokenLifetimeMs.invitation;
    return [memberId, live.has(memberId) ? "open" : isExpired ? "over" : "without link"];
  }));
}

async function readUnsent(
  events: Pick<Database, "read">,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await events.read(
    `SELECT DISTINCT member_id FROM outbox WHERE member_id IN (SELECT value FROM json_each(?))
       AND kind IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(memberIds), JSON.stringify(invitationKinds)],
  );
  return new Set(rows.map((row) => String(row.member_id)));
}

/** One mail a second: few servers take more from one sender. */
export const mailEveryMs = 1000;

async function nextMailAt(events: Pick<Database, "read">, now: Date): Promise<Date> {
  const [row] = await events.read(
    `SELECT count(*) AS waiting FROM outbox WHERE attempts = 0 AND address IS NULL
       AND kind IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(invitationKinds)],
  );
  return new Date(now.getTime() + Number(row?.waiting ?? 0) * mailEveryMs);
}
