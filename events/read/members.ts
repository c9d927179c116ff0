import type { Row } from "../database-port.ts";
import type { Database } from "../database.ts";
import { DatabaseDamaged } from "../database-errors.ts";
import { normalName } from "../members/claims.ts";
import { productTopics, type Topics, withTopicLabels } from "../program/topics.ts";
import { memberOf } from "./project.ts";
import type { MemberRecord } from "../members/record.ts";
import { projection, refuseOther } from "./projection.ts";
import { statement, tables } from "./tables.ts";
import { type TablesVersion, versionColumns } from "./tables-version.ts";
import type { StreamSnapshot } from "../commits.ts";

export type MemberTable = ReturnType<typeof createMemberTable>;

export interface ChangedMember {
  readonly memberId: string;
  /** Log position of the last event that changed the member in lists, recorded by any member. */
  readonly position: number;
  readonly member: MemberRecord | undefined;
}

/** @param own The projection version of this process. */
export function createMemberTable(
  database: Database,
  own = projection,
  topics: () => Topics = () => productTopics,
) {
  let version: TablesVersion = { position: -1, generation: -1, projection: own };
  const select = tables.selectFrom("members").select(["member_id", "record", "conversations"]);

  const withLabels = createLabelling(topics);
  async function stored(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberRecord>> {
    const rows = await database.read(byIdSql, [JSON.stringify(memberIds)]);
    const found = new Map<string, MemberRecord>();
    for (const row of rows) {
      const [position, generation] = [Number(row.position), Number(row.generation)];
      version = { position, generation, projection: Number(row.projection) };
      refuseOther(version, own);
      const record = recordOf(row);
      if (record !== undefined) found.set(record.memberId, record);
    }
    return found;
  }

  async function readOne(query: Parameters<typeof statement>[0]) {
    const { sql, args } = statement(query);
    const [row] = await database.read(sql, args);
    return row === undefined ? undefined : withLabels(recordOf(row));
  }

  return {
    /** @throws {OtherProjection} When another version of the product built the tables. */
    async byId(memberId: string): Promise<MemberRecord | undefined> {
      return withLabels((await stored([memberId])).get(memberId));
    },
    /** The tables' version at the latest `byId`, which every request calls, for caches. */
    version: (): TablesVersion => version,
    /** Compares normalized names, like `byEmail`. */
    byUsername: (username: string): Promise<MemberRecord | undefined> =>
      readOne(select.where("username_key", "=", normalName(username))),
    byEmail: (email: string): Promise<MemberRecord | undefined> =>
      readOne(select.where("email_key", "=", normalName(email))),
    async byIds(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberRecord>> {
      const found = await stored(memberIds);
      return new Map([...found].map(([memberId, record]) => [memberId, withLabels(record)]));
    },
    async snapshotOf(memberId: string): Promise<StreamSnapshot | undefined> {
      const [row] = await database.read(snapshotSql, [memberId]);
      if (row === undefined) return undefined;
      // Another version of the product may build another record from the same events.
      refuseOther({ projection: Number(row.projection) }, own);
      return {
        member: memberOf(recordOf(row)),
        head: { version: Number(row.version) },
        privateCount: Number(row.private_count),
      };
    },
    /** Which of these names are taken, as usernames or addresses; normalized. */
    async takenNames(names: readonly string[]): Promise<ReadonlySet<string>> {
      const wanted = JSON.stringify(names.map(normalName));
      const rows = await database.read(
        `SELECT value FROM json_each(?) AS wanted WHERE EXISTS (
           SELECT 1 FROM members WHERE username_key = wanted.value OR email_key = wanted.value)`,
        [wanted],
      );
      return new Set(rows.map((row) => String(row.value)));
    },
    async changedSince(position: number, limit: number): Promise<ChangedMember[]> {
      const rows = await database.read(changedSql, [position, limit]);
      return rows.map((row) => ({
        memberId: String(row.member_id),
        position: Number(row.changed_position),
        member: withLabels(recordOf(row)),
      }));
    },
    async erasedSince(
      position: number,
      limit: number,
    ): Promise<readonly Omit<ChangedMember, "member">[]> {
      const rows = await database.read(erasedSql, [position, limit]);
      return rows.map(({ member_id, changed_position }) => ({
        memberId: String(member_id),
        position: Number(changed_position),
      }));
    },
    async pausedUntil(month: string, limit: number): Promise<readonly string[]> {
      const rows = await database.read(
        "SELECT member_id FROM members WHERE paused_until <= ? ORDER BY paused_until LIMIT ?",
        [month, limit],
      );
      return rows.map((row) => String(row.member_id));
    },
  };
}

/** Always returns a row, for the version. */
const byIdSql = `SELECT record, conversations, ${versionColumns}
  FROM installation LEFT JOIN members ON member_id IN (SELECT value FROM json_each(?))`;

const snapshotSql = `SELECT record, version, private_count, projection
  FROM members JOIN installation WHERE member_id = ?`;

/** A page of rows, which ends with all members changed at its last position. */
const pageSql = (columns: string, condition: string) =>
  `SELECT ${columns} FROM members
  WHERE ${condition} AND changed_position > ?1 AND changed_position <= coalesce(
    (SELECT changed_position FROM members WHERE ${condition} AND changed_position > ?1
     ORDER BY changed_position LIMIT 1 OFFSET ?2 - 1), ${Number.MAX_SAFE_INTEGER})
  ORDER BY changed_position, member_id`;
const erasedSql = pageSql("member_id, changed_position", "record IS NULL");
const changedSql = pageSql("member_id, changed_position, record, conversations", "true");

/** Replaces stored help topics by their current names. */
function createLabelling(topics: () => Topics) {
  return <R extends MemberRecord | undefined>(record: R): R => {
    const now = topics();
    const profile = record?.profile;
    if (now.own.length === 0 || record === undefined || profile == null) return record;
    return { ...record, profile: withTopicLabels(profile, now) };
  };
}

/** The member in a row; `undefined` once erased. @throws {DatabaseDamaged} */
export function recordOf(row: Row): MemberRecord | undefined {
  if (row.record === null) return undefined;
  try {
    const record: MemberRecord = JSON.parse(String(row.record));
    return row.conversations === undefined
      ? record
      : { ...record, conversations: Number(row.conversations) };
  } catch (cause) {
    const todo = 'run "npm run rebuild", which builds it from the log';
    throw new DatabaseDamaged("DATA_DIR: a row of the read tables is damaged", todo, { cause });
  }
}
