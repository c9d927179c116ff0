import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../store/database.ts";
import type { Claim } from "../store/event-log.ts";
import { nameClaim, normalName } from "../members/claims.ts";
import { productTopics, type Topics, withTopicLabels } from "../program/topics.ts";
import { unknownMember } from "../members/evolve.ts";
import type { MemberKeys } from "../store/keys.ts";
import { memberOf } from "./project.ts";
import { yearMs } from "../members/program-mails.ts";
import type { MemberRecord } from "../members/record.ts";
import { projection, refuseOther } from "./projection.ts";
import { type OpenRow, sealedColumns, sealedMembers } from "./sealed-rows.ts";
import { type TablesVersion, versionColumns } from "./tables-version.ts";
import {
  anyIn,
  anyOf,
  compiledOnce,
  rowsOf,
  statement,
  tables,
  tablesOf,
} from "../store/queries.ts";
import type { StreamSnapshot } from "../commits.ts";

/** Names per lookup. Other work can run between two lookups. */
const namesPerLookup = 500;

export type MemberTable = ReturnType<typeof createMemberTable>;

export interface ChangedMember {
  readonly memberId: string;
  /** Log position of the last event, by any member, that changed this one in lists. */
  readonly position: number;
  readonly member: MemberRecord | undefined;
}

/** A time range in milliseconds since 1970. Its start is excluded, its end included. */
export interface MomentRange {
  readonly afterMs: number;
  readonly untilMs: number;
}

export interface Moment {
  readonly memberId: string;
  readonly momentMs: number;
}

export interface MemberTableDependencies {
  readonly database: Database;
  readonly open: OpenRow;
  readonly keys: Pick<MemberKeys, "keyIn">;
  readonly claimKey: Uint8Array;
  /** The projection version of this process. */
  readonly projection?: number | undefined;
  readonly topics?: () => Topics;
}

export function createMemberTable(
  { database, open, keys, claimKey, projection: own = projection, topics = () => productTopics }:
    MemberTableDependencies,
) {
  let version: TablesVersion = { position: -1, generation: -1, projection: own };

  const withLabels = createLabelling(topics);
  async function stored(memberIds: readonly string[]): Promise<ReadonlyMap<string, MemberRecord>> {
    const rows = await rowsOf(database, byIds({ ids: JSON.stringify(memberIds) }));
    const found = new Map<string, MemberRecord>();
    for (const row of rows) {
      const { position, generation, projection } = row;
      version = { position: position ?? 0, generation, projection };
      refuseOther(version, own);
      const record = open(row);
      if (record !== undefined) found.set(record.memberId, record);
    }
    return found;
  }

  let anyoneId = "";

  async function holding({ kind, digest }: Claim): Promise<MemberRecord | undefined> {
    const [row] = await rowsOf(database, byClaim({ kind, digest, anyoneId }));
    if (row === undefined) return undefined;
    anyoneId = row.member_id;
    const opened = withLabels(open(row));
    return row.holder_id === null ? undefined : opened;
  }

  async function takenAmong(names: readonly string[]): Promise<readonly string[]> {
    const nameOf = new Map(
      names.flatMap((name) =>
        (["username", "email"] as const).map((kind) =>
          [nameClaim(claimKey, kind, name).digest, normalName(name)] as const
        )
      ),
    );
    const rows = await tablesOf(database).selectFrom("claims").select("digest")
      .where("kind", "in", ["username", "email"])
      .where("digest", "in", anyOf([...nameOf.keys()])).execute();
    return rows.flatMap(({ digest }) => nameOf.get(digest) ?? []);
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
    async snapshotOf(memberId: string): Promise<StreamSnapshot> {
      const [row] = await rowsOf(database, snapshot({ memberId }));
      if (row === undefined) throw new Error("The database names no installation");
      // Another version of the product may build a different record from the same events.
      refuseOther(row, own);
      const { version, dealings, conversations, generation } = row;
      return {
        member: version === null ? unknownMember : memberOf(open(row)),
        key: keys.keyIn({ ...row, member_id: memberId }),
        head: { version: version ?? 0 },
        dealings: dealings ?? 0,
        conversations: conversations ?? 0,
        generation,
      };
    },
    /** Which of these names are taken, as usernames or addresses; normalized. */
    async takenNames(names: readonly string[]): Promise<ReadonlySet<string>> {
      const taken = new Set<string>();
      for (let start = 0; start < names.length; start += namesPerLookup) {
        // The digests of a long list take a while.
        if (start > 0) await setImmediate();
        for (const name of await takenAmong(names.slice(start, start + namesPerLookup))) {
          taken.add(name);
        }
      }
      return taken;
    },
    /** Members with a picture, latest change first. */
    async withPicture(limit: number): Promise<readonly MemberRecord[]> {
      const pictured = sealedMembers.where("has_picture", "=", 1)
        .orderBy("changed_position", "desc").limit(limit);
      const rows = await rowsOf(database, statement(pictured));
      return rows.flatMap((row) => open(row) ?? []);
    },
    async changedSince(position: number, limit: number): Promise<ChangedMember[]> {
      const rows = await rowsOf(database, changed({ position, last: limit - 1 }));
      return rows.map((row) => ({
        memberId: row.member_id,
        position: row.changed_position,
        member: withLabels(open(row, false)),
      }));
    },
    async erasedSince(
      position: number,
      limit: number,
    ): Promise<readonly Omit<ChangedMember, "member">[]> {
      const rows = await rowsOf(database, erased({ position, last: limit - 1 }));
      return rows.map((row) => ({ memberId: row.member_id, position: row.changed_position }));
    },
    /** Members with former addresses that can't undo a change anymore. */
    async withEndedUndo(nowMs: number, limit: number): Promise<readonly string[]> {
      const rows = await tablesOf(database).selectFrom("members").select("member_id")
        .where("undo_until_ms", "<=", nowMs).orderBy("undo_until_ms").limit(limit).execute();
      return rows.map((row) => row.member_id);
    },
    /** Cadets whose nudge falls due in a time range, earliest first. */
    async withNudgeIn({ afterMs, untilMs }: MomentRange): Promise<readonly Moment[]> {
      const rows = await tablesOf(database).selectFrom("members").select(["member_id", "nudge_ms"])
        .where("nudge_ms", ">", afterMs).where("nudge_ms", "<=", untilMs)
        .orderBy("nudge_ms").execute();
      return rows.map((row) => ({ memberId: row.member_id, momentMs: row.nudge_ms ?? 0 }));
    },
    /**
     * Owners of visible profiles whose confirmation turns a whole number of years old in a range of
     * at most a year.
     */
    async withYearEndingIn({ afterMs, untilMs }: MomentRange): Promise<readonly Moment[]> {
      const [first, last] = [afterMs % yearMs, untilMs % yearMs];
      const isAround = last < first;
      const rows = await tablesOf(database).selectFrom("members")
        .select(["member_id", "confirm_phase_ms"])
        .where("confirm_phase_ms", "is not", null)
        .where(({ and, eb, or }) =>
          (isAround ? or : and)([
            eb("confirm_phase_ms", ">", first),
            eb("confirm_phase_ms", "<=", last),
          ])
        ).execute();
      const startMs = untilMs - last;
      return rows.map((row) => {
        const phaseMs = row.confirm_phase_ms ?? 0;
        const momentMs = startMs + phaseMs - (phaseMs > last ? yearMs : 0);
        return { memberId: row.member_id, momentMs };
      });
    },
    async pausedUntil(month: string, limit: number): Promise<readonly string[]> {
      const rows = await tablesOf(database).selectFrom("members").select("member_id")
        .where("paused_until", "<=", month).orderBy("paused_until").limit(limit).execute();
      return rows.map((row) => row.member_id);
    },
  };
}

/** Always returns a row, for the version. */
const byIds = compiledOnce(({ ids }: { ids: string }) =>
  tables.selectFrom("installation")
    .leftJoin("members", (join) => join.on("members.member_id", "in", anyIn(ids)))
    .leftJoin("member_keys", "member_keys.member_id", "members.member_id")
    .select([...sealedColumns, "conversations", ...versionColumns])
);

/**
 * Reads another member's row for a name that no one has, so that response times don't reveal
 * accounts.
 */
const byClaim = compiledOnce((asked: Record<"kind" | "digest" | "anyoneId", string>) => {
  const holder = tables.selectFrom("claims").select("claims.member_id")
    .where("kind", "=", asked.kind).where("digest", "=", asked.digest);
  return sealedMembers.select("conversations").select(holder.as("holder_id"))
    .where("members.member_id", "=", sql<string>`coalesce((${holder}), ${asked.anyoneId})`);
});

/** Always returns a row, for the generation. */
const snapshot = compiledOnce(({ memberId }: { memberId: string }) =>
  tables.selectFrom("installation")
    .leftJoin("members", (join) => join.on("members.member_id", "=", memberId))
    .leftJoin("member_keys", (join) => join.on("member_keys.member_id", "=", memberId))
    .select([...sealedColumns, "version", "dealings", "conversations", "generation", "projection"])
);

/** `last` counts the rows of a page before its last one. */
type Page = Readonly<Record<"position" | "last", number>>;

/** Last position of a page, which includes every member changed at it. */
const endOf = ({ position, last }: Page, isErased: boolean) =>
  tables.selectFrom("members as later").select("later.changed_position")
    .where("later.changed_position", ">", position)
    .$if(isErased, (found) => found.where("later.sealed", "is", null))
    .orderBy("later.changed_position").limit(1).offset(last);

const changed = compiledOnce((page: Page) =>
  sealedMembers.select(["conversations", "changed_position"])
    .where("changed_position", ">", page.position)
    .where(({ eb, fn, lit }) =>
      eb("changed_position", "<=", fn.coalesce(endOf(page, false), lit(Number.MAX_SAFE_INTEGER)))
    )
    .orderBy("changed_position").orderBy("members.member_id")
);

const erased = compiledOnce((page: Page) =>
  tables.selectFrom("members").select(["member_id", "changed_position"])
    .where("sealed", "is", null).where("changed_position", ">", page.position)
    .where(({ eb, fn, lit }) =>
      eb("changed_position", "<=", fn.coalesce(endOf(page, true), lit(Number.MAX_SAFE_INTEGER)))
    )
    .orderBy("changed_position").orderBy("member_id")
);

/** Replaces stored help topics by their current names. */
function createLabelling(topics: () => Topics) {
  return <R extends MemberRecord | undefined>(record: R): R => {
    const now = topics();
    const profile = record?.profile;
    if (now.own.length === 0 || record === undefined || profile == null) return record;
    return { ...record, profile: withTopicLabels(profile, now) };
  };
}
