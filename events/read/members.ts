import type { Database } from "../database.ts";
import type { Claim } from "../log/event-log.ts";
import { nameClaim, normalName } from "../members/claims.ts";
import { productTopics, type Topics, withTopicLabels } from "../program/topics.ts";
import { memberOf } from "./project.ts";
import type { MemberRecord } from "../members/record.ts";
import { projection, refuseOther } from "./projection.ts";
import { type OpenRow, sealedColumns, withKeys } from "./sealed-rows.ts";
import { type TablesVersion, versionColumns } from "./tables-version.ts";
import type { StreamSnapshot } from "../commits.ts";

export type MemberTable = ReturnType<typeof createMemberTable>;

export interface ChangedMember {
  readonly memberId: string;
  /** Log position of the last event that changed the member in lists, recorded by any member. */
  readonly position: number;
  readonly member: MemberRecord | undefined;
}

export interface MemberTableDependencies {
  readonly database: Database;
  readonly open: OpenRow;
  readonly claimKey: Uint8Array;
  /** The projection version of this process. */
  readonly projection?: number | undefined;
  readonly topics?: () => Topics;
}

export function createMemberTable(
  { database, open, claimKey, projection: own = projection, topics = () => productTopics }:
    MemberTableDependencies,
) {
  let version: TablesVersion = { position: -1, generation: -1, projection: own };

  const withLabels = createLabelling(topics);
  async function stored(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberRecord>> {
    const rows = await database.read(byIdSql, [JSON.stringify(memberIds)]);
    const found = new Map<string, MemberRecord>();
    for (const row of rows) {
      const [position, generation] = [Number(row.position), Number(row.generation)];
      version = { position, generation, projection: Number(row.projection) };
      refuseOther(version, own);
      const record = open(row);
      if (record !== undefined) found.set(record.memberId, record);
    }
    return found;
  }

  async function holding({ kind, digest }: Claim): Promise<MemberRecord | undefined> {
    const [row] = await database.read(byClaimSql, [kind, digest]);
    return row && withLabels(open(row));
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
      holding(nameClaim(claimKey, "username", username)),
    byEmail: (email: string): Promise<MemberRecord | undefined> =>
      holding(nameClaim(claimKey, "email", email)),
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
        member: memberOf(open(row)),
        head: { version: Number(row.version) },
        dealings: Number(row.dealings),
        conversations: Number(row.conversations),
      };
    },
    /** Which of these names are taken, as usernames or addresses; normalized. */
    async takenNames(names: readonly string[]): Promise<ReadonlySet<string>> {
      const nameOf = new Map(
        names.flatMap((name) =>
          (["username", "email"] as const).map((kind) =>
            [nameClaim(claimKey, kind, name).digest, normalName(name)] as const
          )
        ),
      );
      const rows = await database.read(
        `SELECT digest FROM claims
         WHERE kind IN ('username', 'email') AND digest IN (SELECT value FROM json_each(?))`,
        [JSON.stringify([...nameOf.keys()])],
      );
      return new Set(rows.flatMap(({ digest }) => nameOf.get(String(digest)) ?? []));
    },
    /** Of members with a picture, who changed last. */
    async withPicture(limit: number): Promise<readonly MemberRecord[]> {
      const rows = await database.read(withPictureSql, [limit]);
      return rows.flatMap((row) => open(row) ?? []);
    },
    async changedSince(position: number, limit: number): Promise<ChangedMember[]> {
      const rows = await database.read(changedSql, [position, limit]);
      return rows.map((row) => ({
        memberId: String(row.member_id),
        position: Number(row.changed_position),
        member: withLabels(open(row, false)),
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
const byIdSql = `SELECT ${sealedColumns}, conversations, ${versionColumns}
  FROM installation LEFT JOIN members ON members.member_id IN (SELECT value FROM json_each(?))
  ${withKeys}`;

const byClaimSql = `SELECT ${sealedColumns}, conversations
  FROM claims JOIN members ON members.member_id = claims.member_id ${withKeys}
  WHERE kind = ? AND digest = ?`;

const snapshotSql = `SELECT ${sealedColumns}, version, dealings, conversations, projection
  FROM members JOIN installation ${withKeys} WHERE members.member_id = ?`;

const withPictureSql = `SELECT ${sealedColumns} FROM members ${withKeys}
  WHERE has_picture ORDER BY changed_position DESC LIMIT ?`;

/** A page of rows, which ends with all members changed at its last position. */
const pageSql = (columns: string, from: string, condition: string) =>
  `SELECT ${columns}, changed_position FROM ${from}
  WHERE ${condition} AND changed_position > ?1 AND changed_position <= coalesce(
    (SELECT changed_position FROM members WHERE ${condition} AND changed_position > ?1
     ORDER BY changed_position LIMIT 1 OFFSET ?2 - 1), ${Number.MAX_SAFE_INTEGER})
  ORDER BY changed_position, members.member_id`;
const erasedSql = pageSql("member_id", "members", "sealed IS NULL");
const changedSql = pageSql(`${sealedColumns}, conversations`, `members ${withKeys}`, "true");

/** Replaces stored help topics by their current names. */
function createLabelling(topics: () => Topics) {
  return <R extends MemberRecord | undefined>(record: R): R => {
    const now = topics();
    const profile = record?.profile;
    if (now.own.length === 0 || record === undefined || profile == null) return record;
    return { ...record, profile: withTopicLabels(profile, now) };
  };
}
