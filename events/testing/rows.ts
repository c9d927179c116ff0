import type { Database } from "../store/database.ts";
import type { MemberRecord } from "../members/record.ts";
import { openRecord, sealRecord } from "../read/sealed-rows.ts";
import type { MemberKeys } from "../store/keys.ts";

/** A database, and the keys to its members' rows. */
export interface Rows {
  readonly database: Pick<Database, "read" | "write">;
  readonly keys: Pick<MemberKeys, "load">;
}

/** Records of all present members from their rows, ordered by id. */
export async function recordsIn({ database, keys }: Rows): Promise<MemberRecord[]> {
  const rows = await database.read("SELECT member_id, sealed FROM members ORDER BY member_id");
  const keyOf = await keys.load(rows.map((row) => String(row.member_id)));
  return rows.flatMap((row) => openRecord(row, keyOf.get(String(row.member_id))) ?? []);
}

/** Changes rows so that they differ from the log. */
export async function changeRecords(
  rows: Rows,
  change: (record: MemberRecord) => MemberRecord,
): Promise<void> {
  const records = await recordsIn(rows);
  const keyOf = await rows.keys.load(records.map(({ memberId }) => memberId));
  await rows.database.write(records.map((record) => ({
    sql: "UPDATE members SET sealed = ? WHERE member_id = ?",
    args: [sealRecord(change(record), keyOf.get(record.memberId)), record.memberId],
  })));
}
