import type { Row } from "@libsql/client";
import type { Database } from "../database.ts";
import { normalName } from "../members/claims.ts";
import type { MemberRecord } from "../members/record.ts";
import { statement, tables } from "./tables.ts";

/** Members as they are now, read from the read tables. */
export interface MemberTable {
  byId(memberId: string): Promise<MemberRecord | undefined>;
  /** Those of these members that exist, by id. */
  byIds(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberRecord>>;
  /** Compares normalised names; so does `byEmail`. */
  byUsername(username: string): Promise<MemberRecord | undefined>;
  byEmail(email: string): Promise<MemberRecord | undefined>;
  /** Those of the names, usernames or addresses alike, that somebody has; normalised. */
  takenNames(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Members that changed after a log position, oldest change first. */
  changedSince(position: number, limit: number): Promise<ChangedMember[]>;
}

export interface ChangedMember {
  readonly memberId: string;
  /** Log position of the member's last event. */
  readonly position: number;
  /** `undefined` once erased. */
  readonly member: MemberRecord | undefined;
}

export function createMemberTable(database: Database): MemberTable {
  const select = tables.selectFrom("members").select(["member_id", "position", "record"]);

  async function readOne(query: Parameters<typeof statement>[0]) {
    const { sql, args } = statement(query);
    const [row] = await database.read(sql, args);
    return row === undefined ? undefined : recordOf(row);
  }

  return {
    byId: (memberId) => readOne(select.where("member_id", "=", memberId)),
    byUsername: (username) => readOne(select.where("username_key", "=", normalName(username))),
    byEmail: (email) => readOne(select.where("email_key", "=", normalName(email))),
    async byIds(memberIds) {
      // One parameter for any number of ids.
      const rows = await database.read(
        "SELECT member_id, record FROM members WHERE member_id IN (SELECT value FROM json_each(?))",
        [JSON.stringify(memberIds)],
      );
      return new Map(rows.flatMap((row) => {
        const record = recordOf(row);
        return record === undefined ? [] : [[record.memberId, record] as const];
      }));
    },
    async takenNames(names) {
      const wanted = JSON.stringify(names.map(normalName));
      const rows = await database.read(
        `SELECT value FROM json_each(?) AS wanted WHERE EXISTS (
           SELECT 1 FROM members WHERE username_key = wanted.value OR email_key = wanted.value)`,
        [wanted],
      );
      return new Set(rows.map((row) => String(row.value)));
    },
    async changedSince(position, limit) {
      const { sql, args } = statement(
        select.where("position", ">", position).orderBy("position").limit(limit),
      );
      const rows = await database.read(sql, args);
      return rows.map((row) => ({
        memberId: String(row.member_id),
        position: Number(row.position),
        member: recordOf(row),
      }));
    },
  };
}

/** The member in a row; `undefined` once erased. */
export function recordOf(row: Row): MemberRecord | undefined {
  return row.record === null ? undefined : JSON.parse(String(row.record));
}
