import type { Database } from "../database.ts";
import { createPrivateStreams } from "../members/private-streams.ts";

/** What the databases still have of a member, in how many rows; by words fit for a person. */
export type Residue = Readonly<Record<string, number>>;

/** Every place in the databases that holds something personal, as a member's rows are found there. */
const places = [
  ["events", "sealed payload", "SELECT count(*) FROM sealed_payloads WHERE member_id IN (?1, ?2)"],
  [
    "events",
    "claimed username or email address",
    "SELECT count(*) FROM claims WHERE member_id = ?",
  ],
  ["events", "mail that waits to be sent", "SELECT count(*) FROM outbox WHERE member_id = ?"],
  ["vault", "key in the vault", "SELECT count(*) FROM member_keys WHERE member_id = ?"],
  ["vault", "password", "SELECT count(*) FROM credentials WHERE member_id = ?"],
  ["vault", "reset or verification token", "SELECT count(*) FROM tokens WHERE member_id = ?"],
  ["vault", "notice of a conversation", "SELECT count(*) FROM notices WHERE member_id = ?"],
  [
    "vault",
    "note of an invitation",
    "SELECT count(*) FROM invitation_states WHERE member_id = ?",
  ],
  ["vault", "session", "SELECT count(*) FROM sessions WHERE member_id = ?"],
  // The row itself stays, empty: it tells followers that there is nobody any more.
  [
    "read",
    "content in the read tables",
    `SELECT count(*) FROM members WHERE member_id = ?
     AND (record IS NOT NULL OR username_key IS NOT NULL OR email_key IS NOT NULL)`,
  ],
] as const;

/**
 * Looks everywhere in the databases for what an erased member must not have any more.
 *
 * @param claimKey Tells which private stream is theirs.
 */
export async function residueOf(
  databases: Readonly<Record<"events" | "vault" | "read", Database>>,
  memberId: string,
  claimKey: Uint8Array,
): Promise<Residue> {
  const stream = createPrivateStreams(claimKey).of(memberId);
  const counted: [string, number][] = [];
  for (const [database, what, sql] of places) {
    const args = sql.includes("?2") ? [memberId, stream] : [memberId];
    const [row] = await databases[database].read(sql, args);
    counted.push([what, Number(Object.values(row ?? {})[0] ?? 0)]);
  }
  counted.push([
    "content in a build of the read tables",
    await countInBuild(databases.read, memberId),
  ]);
  return Object.fromEntries(counted);
}

/** A table that is only there while it is built, or was left by a build that ended early. */
async function countInBuild(database: Database, memberId: string): Promise<number> {
  const tables = await database.read("SELECT 1 FROM sqlite_master WHERE name = 'members_next'");
  if (tables.length === 0) return 0;
  const rows = await database.read(
    "SELECT 1 FROM members_next WHERE member_id = ? AND record IS NOT NULL",
    [memberId],
  );
  return rows.length;
}
