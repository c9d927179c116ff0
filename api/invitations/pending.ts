import type { Database } from "../../events/database.ts";
import { isPending } from "../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { tokenLifetimeMs } from "../auth/tokens.ts";

/** `open` while a link works, `over` once it has expired, `without link` when it was deleted before. */
export type LinkState = "open" | "over" | "without link";

/** Members who were invited and have not answered, the oldest invitation first. */
export async function readPending(
  table: Pick<MemberTable, "changedSince">,
): Promise<MemberRecord[]> {
  const all = await table.changedSince(-1, 1_000_000);
  return all.flatMap(({ member }) => member !== undefined && isPending(member) ? [member] : [])
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

/** States of the links of these members, by member id. */
export async function readLinkStates(
  vault: Pick<Database, "read">,
  now: Date,
  invited: readonly Pick<MemberRecord, "memberId" | "createdAt">[],
): Promise<ReadonlyMap<string, LinkState>> {
  const rows = await vault.read(
    `SELECT DISTINCT member_id FROM tokens WHERE kind = 'invitation' AND expires_at_ms > ?
       AND member_id IN (SELECT value FROM json_each(?))`,
    [now.getTime(), JSON.stringify(invited.map(({ memberId }) => memberId))],
  );
  const live = new Set(rows.map((row) => String(row.member_id)));
  return new Map(invited.map(({ memberId, createdAt }) => {
    const isOver = now.getTime() > Date.parse(createdAt) + tokenLifetimeMs.invitation;
    return [memberId, live.has(memberId) ? "open" : isOver ? "over" : "without link"];
  }));
}
