import type { Database } from "../store/database.ts";
import { destroyedKey } from "../store/other-tables.ts";

export type Residue = Readonly<Record<string, number>>;

const places: Readonly<Record<string, string>> = {
  "personal part of an event": "personal",
  "claimed username or email address": "claims",
  "mail that waits to be sent": "outbox",
  "key of a member": `(SELECT member_id FROM member_keys WHERE kek_id <> '${destroyedKey}')`,
  "mail that arrived": "arrivals",
  "refused address": "refused_addresses",
  "password": "credentials",
  "passkey": "passkeys",
  "reset or verification token": "tokens",
  "notice of a conversation": "notices",
  "question that was mailed": "question_mails",
  "question to alumni": `(SELECT asker_id AS member_id FROM questions
    UNION ALL SELECT member_id FROM question_people)`,
  "note of an invitation": "invitation_states",
  "session": "sessions",
  // The empty row stays, to tell followers that the member is erased.
  "stream with another member": `(SELECT low_id AS member_id FROM acquaintances
    UNION ALL SELECT high_id FROM acquaintances)`,
  "content in the read tables": `(SELECT member_id FROM members
    WHERE coalesce(sealed, standing, standing_since, role, created_at, is_invited, is_confirmed,
      has_picture, topics, paused_until) IS NOT NULL)`,
};

/** Looks for remaining data of an erased member. */
export async function residueOf(database: Database, memberId: string): Promise<Residue> {
  const residue: Record<string, number> = {};
  for (const [what, table] of Object.entries(places)) {
    const sql = `SELECT count(*) AS count FROM ${table} WHERE member_id = ?`;
    const [row] = await database.read(sql, [memberId]);
    residue[what] = Number(row?.count);
  }
  return residue;
}
