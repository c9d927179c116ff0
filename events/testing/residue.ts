import type { Database } from "../database.ts";
import { createPrivateStreams } from "../members/private-streams.ts";

export type Residue = Readonly<Record<string, number>>;

const places: Readonly<Record<string, string>> = {
  "claimed username or email address": "claims",
  "mail that waits to be sent": "outbox",
  "key in the vault": "member_keys",
  "password": "credentials",
  "reset or verification token": "tokens",
  "notice of a conversation": "notices",
  "note of an invitation": "invitation_states",
  "session": "sessions",
  // The empty row remains, to show followers that the member is erased.
  "content in the read tables": `(SELECT member_id FROM members
    WHERE coalesce(sealed, standing, standing_since, role, created_at, is_invited, is_confirmed,
      has_picture, topics, paused_until) IS NOT NULL)`,
};

/** Looks for remaining data of an erased member. @param claimKey Finds private streams. */
export async function residueOf(
  database: Database,
  memberId: string,
  claimKey: Uint8Array,
): Promise<Residue> {
  const residue: Record<string, number> = {
    "sealed payload": await countSealed(database, memberId, claimKey),
  };
  for (const [what, table] of Object.entries(places)) {
    const sql = `SELECT count(*) AS count FROM ${table} WHERE member_id = ?`;
    const [row] = await database.read(sql, [memberId]);
    residue[what] = Number(row?.count);
  }
  return residue;
}

const streamsAtOnce = 1000;

/** Counts sealed payloads in their own stream and in all their private ones. */
async function countSealed(
  database: Database,
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
    const these = "IN (SELECT value FROM json_each(?))";
    const [row] = await database.read(
      `SELECT (SELECT count(*) FROM personal WHERE member_id ${these}) AS sealed,
         (SELECT count(*) FROM events WHERE stream ${these}) AS streams`,
      [JSON.stringify(before === 0 ? [memberId, ...names] : names), JSON.stringify(names)],
    );
    sealed += Number(row?.sealed);
    if (Number(row?.streams) < streamsAtOnce) return sealed;
  }
}
