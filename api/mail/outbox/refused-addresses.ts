import { type Expression, sql } from "kysely";
import type { Database } from "../../../events/store/database.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { MailKind } from "./mail-kind.ts";
import { statement, tables, tablesOf } from "../../../events/store/queries.ts";

/** Updates refused addresses from the results of sending. */
export function noteAddresses(
  refused: Pick<RefusedAddresses, "clear" | "note">,
): MailKind {
  return {
    async sent({ memberId }, to) {
      if (to !== undefined) await refused.clear(memberId, to);
    },
    refused: ({ memberId }, to) => refused.note(memberId, to),
  };
}

/**
 * Members whose address takes no mail, until they change it: a mail server refused it permanently,
 * or two bounces arrived. A refused address that takes mail again is cleared at once; a bounced one
 * when its owner confirms it or answers a mail.
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
  const db = tablesOf(database);
  const noted = (memberId: string) =>
    db.selectFrom("refused_addresses").select(["address", "bounces"])
      .where("member_id", "=", memberId).executeTakeFirst();
  const remove = async (memberId: string, bounces: "=" | ">") => {
    const removed = tables.deleteFrom("refused_addresses").where("member_id", "=", memberId)
      .where("bounces", bounces, 0);
    await database.write([statement(removed)], durability);
  };
  /** Inserts nothing for a member who was erased during sending. */
  const put = async (
    memberId: string,
    address: string,
    bounces: number,
    again: Expression<number>,
  ) => {
    const noted = tables.insertInto("refused_addresses").columns([
      "member_id",
      "address",
      "bounces",
    ])
      .expression(({ selectFrom, val }) =>
        selectFrom("member_keys").where("member_id", "=", memberId)
          .select(["member_id", val(keyOf(address)).as("address"), val(bounces).as("bounces")])
      )
      .onConflict((there) =>
        there.column("member_id")
          .doUpdateSet(({ ref }) => ({ address: ref("excluded.address"), bounces: again }))
      );
    await database.write([statement(noted)], durability);
  };
  /** Members with such an address. */
  const all = async (): Promise<readonly MemberRecord[]> => {
    const rows = await db.selectFrom("refused_addresses").select(["member_id", "address"])
      .where("bounces", "<>", 1).execute();
    const known = await table.byIds(rows.map((row) => row.member_id));
    return rows.flatMap((row) => {
      const member = known.get(row.member_id);
      return member !== undefined && keyOf(member.email) === row.address ? [member] : [];
    });
  };
  return {
    note: (memberId: string, address: string): Promise<void> =>
      put(memberId, address, 0, sql`iif(bounces = 0, 0, ${enough})`),
    noteBounce: ({ memberId, email }: Addressed): Promise<void> =>
      put(memberId, email, 1, sql`iif(address = excluded.address, bounces + 1, 1)`),
    /** Clears a refused address that took mail. */
    async clear(memberId: string, address: string): Promise<void> {
      if ((await noted(memberId))?.address === keyOf(address)) {
        await remove(memberId, "=");
      }
    },
    /** Clears bounces: mail from there has arrived, or its owner confirmed it. */
    async clearBounces(memberId: string): Promise<void> {
      if (await noted(memberId) !== undefined) await remove(memberId, ">");
    },
    async has({ memberId, email }: Addressed): Promise<boolean> {
      const found = await noted(memberId);
      return found?.address === keyOf(email) && found.bounces !== 1;
    },
    async hasBounced({ memberId, email }: Addressed): Promise<boolean> {
      const found = await noted(memberId);
      return found?.address === keyOf(email) && found.bounces >= enough;
    },
    all,
    /** Ids of all such members. */
    memberIds: async (): Promise<ReadonlySet<string>> =>
      new Set((await all()).map(({ memberId }) => memberId)),
    /** Not counting open invitations. */
    count: async (): Promise<number> =>
      (await all()).filter(({ invitation }) => invitation?.isAnswered !== false).length,
  };
}
