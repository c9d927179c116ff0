/** Members' rows are sealed under their keys, like their events: without a key there is no member. */
import { Buffer } from "node:buffer";
import { LRUCache } from "lru-cache";
import type { DatabaseRow } from "../store/database-port.ts";
import { DatabaseDamaged } from "../store/database-errors.ts";
import type { MemberRecord } from "../members/record.ts";
import { tables } from "../store/queries.ts";
import { keyColumns, type MemberKeys } from "../store/keys.ts";
import { type Key, open, seal } from "../store/seal.ts";

/** Columns needed to open a row. */
export const sealedColumns = ["members.member_id", "sealed", ...keyColumns] as const;
export const sealedMembers = tables.selectFrom("members")
  .leftJoin("member_keys", "member_keys.member_id", "members.member_id").select(sealedColumns);

/** Size of the cache: a few megabytes. */
const mostOpened = 1000;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export type OpenRow = ReturnType<typeof createOpenRow>;

/**
 * Opens rows that were read with their keys. Caches active members' rows, since opening one takes
 * several times as long as reading it.
 */
export function createOpenRow({ keyIn }: Pick<MemberKeys, "keyIn">) {
  const opened = new LRUCache<string, { readonly sealedAs: string; readonly record: MemberRecord }>(
    { max: mostOpened },
  );

  function recordIn(row: DatabaseRow, isCached: boolean): MemberRecord | undefined {
    const memberId = String(row.member_id);
    if (!(row.sealed instanceof ArrayBuffer)) {
      opened.delete(memberId);
      return undefined;
    }
    // The random nonce at its start, unique to each sealed row.
    const sealedAs = Buffer.from(row.sealed, 0, 12).toString("latin1");
    const found = opened.get(memberId);
    if (found?.sealedAs === sealedAs) return found.record;
    const record = openRecord(row, keyIn(row));
    if (record === undefined) opened.delete(memberId);
    else if (isCached || found !== undefined) opened.set(memberId, { sealedAs, record });
    return record;
  }

  /** @param isCached Whether the row is likely to be read again soon. */
  return (row: DatabaseRow, isCached = true): MemberRecord | undefined => {
    const record = recordIn(row, isCached);
    const { conversations } = row;
    return record && conversations !== undefined
      ? { ...record, conversations: Number(conversations) }
      : record;
  };
}

/** The member in a row; `undefined` once erased. @throws {DatabaseDamaged} */
export function openRecord(row: DatabaseRow, key: Key | undefined): MemberRecord | undefined {
  const { sealed } = row;
  if (!(sealed instanceof ArrayBuffer) || key === undefined) return undefined;
  try {
    const content = open(key, contextOf(String(row.member_id)), new Uint8Array(sealed));
    return JSON.parse(decoder.decode(content)) as MemberRecord;
  } catch (cause) {
    const todo = 'run "npm run rebuild", which builds it from the log';
    throw new DatabaseDamaged("DATA_DIR: a row of the read tables is damaged", todo, { cause });
  }
}

export function sealRecord(record: MemberRecord, key: Key | undefined): Uint8Array {
  if (key === undefined) throw new Error("A present member has no key");
  // The number is in a column, since others' events change it, too.
  const stored = { ...record, conversations: 0 } satisfies MemberRecord;
  return seal(key, contextOf(record.memberId), encoder.encode(JSON.stringify(stored)));
}

function contextOf(memberId: string): string {
  return `members/${memberId}`;
}
