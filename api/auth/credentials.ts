import type { Database, Statement } from "../../events/store/database.ts";
import { required, statement, tables, tablesOf } from "../../events/store/queries.ts";
import { liveToken } from "./tokens.ts";

export type Credentials = ReturnType<typeof createCredentials>;

interface NewPassword {
  readonly memberId: string;
  readonly passwordHash: string;
  /** A mailed token, or the hash of the password that the member has just entered. */
  readonly proof:
    | { readonly kind: "reset-password" | "invitation"; readonly token: string }
    | { readonly currentHash: string };
}

/** Passwords, each stored in the transaction of the event that tells of it. */
export function createCredentials(database: Pick<Database, "read">, now: () => Date) {
  const db = tablesOf(database);
  return {
    async passwordHash(memberId: string): Promise<string | undefined> {
      const row = await db.selectFrom("credentials").select("password_hash")
        .where("member_id", "=", memberId).executeTakeFirst();
      return row?.password_hash;
    },
    /** Stores the password of a new member. */
    adding: (memberId: string, passwordHash: string): readonly Statement[] => [statement(
      tables.insertInto("credentials").values({
        member_id: memberId,
        password_hash: passwordHash,
        changed_at_ms: now().getTime(),
      }),
    )],
    /**
     * Sets a password, and ends mailed links. Sessions are ended apart.
     * @returns `undefined` unless the proof is valid. The statements refuse one that isn't anymore.
     */
    async setting(
      { memberId, passwordHash, proof }: NewPassword,
    ): Promise<readonly Statement[] | undefined> {
      const isMailed = "token" in proof;
      const proved = isMailed
        ? liveToken(proof.kind, proof.token, now()).where("member_id", "=", memberId)
        : tables.selectFrom("credentials").select("member_id")
          .where("member_id", "=", memberId).where("password_hash", "=", proof.currentHash);
      const { sql, args } = statement(proved);
      if ((await database.read(sql, args)).length === 0) return undefined;
      const changed = { password_hash: passwordHash, changed_at_ms: now().getTime() };
      const ended = ["reset-password", "conversation-links", ...isMailed ? [proof.kind] : []];
      return [
        required(proved),
        statement(
          tables.insertInto("credentials").values({ member_id: memberId, ...changed })
            .onConflict((there) => there.column("member_id").doUpdateSet(changed)),
        ),
        statement(
          tables.deleteFrom("tokens").where("member_id", "=", memberId).where("kind", "in", ended),
        ),
      ];
    },
  };
}
