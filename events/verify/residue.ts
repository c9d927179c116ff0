import type { Database } from "../database.ts";
import { createPrivateStreams } from "../members/private-streams.ts";

/** What the databases still contain of a member: number of rows by a readable name. */
export type Residue = Readonly<Record<string, number>>;

/** Every place with personal data, and how to find a member's rows there. */
const places = [
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
  // The row itself stays, empty, to tell followers that the member is erased.
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
 * @param claimKey Tells which private streams are theirs.
 */
export async function residueOf(
  databases: Readonly<Record<"events" | "vault" | "read", Database>>,
  memberId: string,
  claimKey: Uint8Array,
): Promise<Residue> {
  const counted: [string, number][] = [
    ["sealed payload", await countSealed(databases.events, memberId, claimKey)],
  ];
  for (const [database, what, sql] of places) {
    const [row] = await databases[database].read(sql, [memberId]);
    counted.push([what, Number(Object.values(row ?? {})[0] ?? 0)]);
  }
  return Object.fromEntries(counted);
}

const streamsAtOnce = 1000;

/** Counts sealed payloads in their own stream and in all their private ones. */
async function countSealed(
  events: Database,
  memberId: string,
  claimKey: Uint8Array,
): Promise<number> {
  const { nameOf } = createPrivateStreams(claimKey);
  let sealed = 0;
  for (let before = 0;; before += streamsAtOnce) {
    const names = Array.from(
      { length: streamsAtOnce },
      (_, at) => nameOf(memberId, before + at + 1),
    );
    const these = "member_id IN (SELECT value FROM json_each(?))";
    const [row] = await events.read(
      `SELECT (SELECT count(*) FROM sealed_payloads WHERE ${these}) AS sealed,
         (SELECT count(*) FROM events WHERE ${these}) AS streams`,
      [JSON.stringify(before === 0 ? [memberId, ...names] : names), JSON.stringify(names)],
    );
    sealed += Number(row?.sealed);
    if (Number(row?.streams) < streamsAtOnce) return sealed;
  }
}
