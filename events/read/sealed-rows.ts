/** Members' rows are sealed under their keys, like their events: without a key there is no member. */
import type { Row } from "../database-port.ts";
import { DatabaseDamaged } from "../database-errors.ts";
import type { MemberRecord } from "../members/record.ts";
import { keyColumns, type MemberKeys } from "../vault/keys.ts";
import { type Key, openJson, sealJson } from "../vault/seal.ts";

/** What it takes to open a row, and where it is. */
export const sealedColumns = `members.member_id, sealed, ${keyColumns}`;
export const withKeys = "LEFT JOIN member_keys ON member_keys.member_id = members.member_id";

/** Opens rows that were read with their keys. Conversations are counted in a column of their own. */
export function createOpenRow({ keyIn }: Pick<MemberKeys, "keyIn">) {
  return (row: Row): MemberRecord | undefined => {
    const record = openRecord(row, keyIn(row));
    const { conversations } = row;
    return record && conversations !== undefined
      ? { ...record, conversations: Number(conversations) }
      : record;
  };
}

/** The member in a row; `undefined` once erased. @throws {DatabaseDamaged} */
export function openRecord(row: Row, key: Key | undefined): MemberRecord | undefined {
  if (row.sealed === null || key === undefined) return undefined;
  try {
    return openJson(key, contextOf(String(row.member_id)), row.sealed) as MemberRecord;
  } catch (cause) {
    const todo = 'run "npm run rebuild", which builds it from the log';
    throw new DatabaseDamaged("DATA_DIR: a row of the read tables is damaged", todo, { cause });
  }
}

export function sealRecord(record: MemberRecord, key: Key | undefined): Uint8Array {
  if (key === undefined) throw new Error("A member who is there has no key in the vault");
  return sealJson(key, contextOf(record.memberId), record);
}

function contextOf(memberId: string): string {
  return `members/${memberId}`;
}
