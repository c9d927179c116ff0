import type { Database } from "../../../events/database.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";

/** Members whose address a mail server refused permanently, until it takes mail or they change it. */
export type RefusedAddresses = ReturnType<typeof createRefusedAddresses>;

export interface RefusedAddressesDependencies {
  readonly vault: Pick<Database, "read" | "write">;
  readonly table: Pick<MemberTable, "byIds">;
  /** A keyed hash of an address. */
  readonly keyOf: (address: string) => string;
}

const durability = "normal";

export function createRefusedAddresses(
  { vault, table, keyOf }: RefusedAddressesDependencies,
) {
  const noted = async (memberId: string) => {
    const [row] = await vault.read("SELECT address FROM refused_addresses WHERE member_id = ?", [
      memberId,
    ]);
    return row?.address;
  };
  return {
    async note(memberId: string, address: string): Promise<void> {
      await vault.write([{
        // Inserts nothing for a member who was erased while the mail was on its way.
        sql: `INSERT INTO refused_addresses (member_id, address)
              SELECT member_id, ?2 FROM member_keys WHERE member_id = ?1
              ON CONFLICT (member_id) DO UPDATE SET address = excluded.address`,
        args: [memberId, keyOf(address)],
      }], durability);
    },
    /** Removes the note: the address took mail. */
    async clear(memberId: string, address: string): Promise<void> {
      if (await noted(memberId) !== keyOf(address)) return;
      const sql = "DELETE FROM refused_addresses WHERE member_id = ?";
      await vault.write([{ sql, args: [memberId] }], durability);
    },
    has: async ({ memberId, email }: Pick<MemberRecord, "memberId" | "email">): Promise<boolean> =>
      await noted(memberId) === keyOf(email),
    /** Number of members with a refused address, not counting open invitations. */
    async count(): Promise<number> {
      const rows = await vault.read("SELECT member_id, address FROM refused_addresses");
      const known = await table.byIds(rows.map((row) => String(row.member_id)));
      return rows.filter((row) => {
        const member = known.get(String(row.member_id));
        const isPending = member?.invitation?.isAnswered === false;
        return member !== undefined && !isPending && keyOf(member.email) === row.address;
      }).length;
    },
  };
}
