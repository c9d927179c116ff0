import { sql } from "kysely";
import type { Database } from "../../../events/store/database.ts";
import { statement, tables, tablesOf } from "../../../events/store/queries.ts";
import { newToken } from "../../auth/secret-token.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";

/**
 * Generations of mailed links: one random value for each member, among the tokens. Once it
 * is deleted, by `Tokens.endAll`, an erasure or a restore, no older link works.
 */
export type LinkGenerations = ReturnType<typeof createLinkGenerations>;

const kind = "conversation-links";
/** A generation is extended at most once in this time, so that few mails cost a write. */
const renewAfterMs = 24 * 60 * 60 * 1000;

export function createLinkGenerations(database: Database, now: () => Date) {
  async function find(memberId: string) {
    return await tablesOf(database).selectFrom("tokens")
      .select(["digest as generation", "expires_at_ms as expiresAtMs"])
      .where("kind", "=", kind).where("member_id", "=", memberId).executeTakeFirst();
  }

  return {
    /** The generation for new links, created if missing. Empty for an erased member. */
    async current(memberId: string): Promise<string> {
      const untilMs = now().getTime() + tokenLifetimeMs[kind];
      const found = await find(memberId);
      if (found !== undefined && found.expiresAtMs > untilMs - renewAfterMs) {
        return found.generation;
      }
      const ofMember = tables.selectFrom("tokens").select("digest")
        .where("kind", "=", kind).where("member_id", "=", memberId);
      // Only one of several processes makes it.
      const made = tables.insertInto("tokens")
        .columns(["digest", "kind", "member_id", "expires_at_ms"])
        .expression(({ exists, not, selectFrom, val }) =>
          selectFrom("member_keys").where("member_id", "=", memberId).where(not(exists(ofMember)))
            .select([
              val(newToken()).as("digest"),
              val(kind).as("kind"),
              "member_id",
              val(untilMs).as("expires_at_ms"),
            ])
        );
      const extended = tables.updateTable("tokens")
        .set({ expires_at_ms: sql`max(expires_at_ms, ${untilMs})` })
        .where("kind", "=", kind).where("member_id", "=", memberId).returning("digest");
      const results = await database.write([statement(made), statement(extended)]);
      return String(results.at(-1)?.rows[0]?.digest ?? "");
    },
    /** `undefined` without recently mailed links. */
    async existing(memberId: string): Promise<string | undefined> {
      return (await find(memberId))?.generation;
    },
  };
}
