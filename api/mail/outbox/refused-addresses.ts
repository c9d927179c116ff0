import type { Database } from "../../../events/database.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";

/**
 * Members whose address takes no mail, until they change it: a mail server refused it permanently,
 * or two bounces arrived. A refused address that takes mail again is cleared at once; a bounced one
 * when its owner verifies it or answers a mail.
 */
export type RefusedAddresses = ReturnType<typeof createRefusedAddresses>;

export interface RefusedAddressesDependencies {
  readonly database: Pick<Database, "read" | "write">;
  readonly table: Pick<MemberTable, "byIds">;
  readonly keyOf: (address: string) => string;
}

const durability = "normal";
/** Bounces after which notices to an address stop. A single one may be wrong. */
const enough = 2;

type Addressed = Pick<MemberRecord, "memberId" | "email">;

export function createRefusedAddresses(
  { database, table, keyOf }: RefusedAddressesDependencies,
) {
  const noted = async (memberId: string) => {
    const sql = "SELECT address, bounces FROM refused_addresses WHERE member_id = ?";
    const [row] = await database.read(sql, [memberId]);
    return row && { address: row.address, bounces: Number(row.bounces) };
  };
  const remove = async (memberId: string, which: string) => {
    const sql = `DELETE FROM refused_addresses WHERE member_id = ? AND ${which}`;
    await database.write([{ sql, args: [memberId] }], durability);
  };
  return {
    async note(memberId: string, address: string): Promise<void> {
      await database.write([{
        // Inserts nothing for a member who was erased while the mail was on its way.
        sql: `INSERT INTO refused_addresses (member_id, address)
              SELECT member_id, ?2 FROM member_keys WHERE member_id = ?1
              ON CONFLICT (member_id) DO UPDATE SET
                address = excluded.address, bounces = iif(bounces = 0, 0, ?3)`,
        args: [memberId, keyOf(address), enough],
      }], durability);
    },
    async noteBounce({ memberId, email }: Addressed): Promise<void> {
      await database.write([{
        sql: `INSERT INTO refused_addresses (member_id, address, bounces)
              SELECT member_id, ?2, 1 FROM member_keys WHERE member_id = ?1
              ON CONFLICT (member_id) DO UPDATE SET
                address = excluded.address, bounces = iif(address = excluded.address, bounces + 1, 1)`,
        args: [memberId, keyOf(email)],
      }], durability);
    },
    /** Clears a refused address that took mail. */
    async clear(memberId: string, address: string): Promise<void> {
      if ((await noted(memberId))?.address === keyOf(address)) {
        await remove(memberId, "bounces = 0");
      }
    },
    /** Clears bounces: mail from there has arrived, or its owner verified it. */
    async clearBounces(memberId: string): Promise<void> {
      if (await noted(memberId) !== undefined) await remove(memberId, "bounces > 0");
    },
    async has({ memberId, email }: Addressed): Promise<boolean> {
      const found = await noted(memberId);
      return found?.address === keyOf(email) && found.bounces !== 1;
    },
    async hasBounced({ memberId, email }: Addressed): Promise<boolean> {
      const found = await noted(memberId);
      return found?.address === keyOf(email) && found.bounces >= enough;
    },
    /** Not counting open invitations. */
    async count(): Promise<number> {
      const rows = await database.read(
        "SELECT member_id, address FROM refused_addresses WHERE bounces <> 1",
      );
      const known = await table.byIds(rows.map((row) => String(row.member_id)));
      return rows.filter((row) => {
        const member = known.get(String(row.member_id));
        const isPending = member?.invitation?.isAnswered === false;
        return member !== undefined && !isPending && keyOf(member.email) === row.address;
      }).length;
    },
  };
}
