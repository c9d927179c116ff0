import type { Database, Statement } from "../../events/store/database.ts";
import { required, statement, tables, tablesOf } from "../../events/store/queries.ts";

export type Credentials = ReturnType<typeof createCredentials>;

/** The credential of an account. */
export interface Credential {
  /** `undefined` if there is no password, or no account. */
  readonly passwordHash: string | undefined;
  /** When it was last set or removed; 0 if never. Ends known browsers. */
  readonly changedAtMs: number;
  /** Whether the person who set the password only proved that they read the member's mail. */
  readonly isMailed: boolean;
}

/** Stores each password in the transaction of its event. */
export function createCredentials(database: Pick<Database, "read">, now: () => Date) {
  const db = tablesOf(database);
  const storing = (memberId: string, passwordHash: string | null, isMailed: boolean) => {
    const changed = {
      password_hash: passwordHash,
      changed_at_ms: now().getTime(),
      is_mailed: Number(isMailed),
    };
    return statement(
      tables.insertInto("credentials").values({ member_id: memberId, ...changed })
        .onConflict((there) => there.column("member_id").doUpdateSet(changed)),
    );
  };
  return {
    async of(memberId: string): Promise<Credential> {
      const row = await db.selectFrom("credentials").select([
        "password_hash",
        "changed_at_ms",
        "is_mailed",
      ])
        .where("member_id", "=", memberId).executeTakeFirst();
      return {
        passwordHash: row?.password_hash ?? undefined,
        changedAtMs: row?.changed_at_ms ?? 0,
        isMailed: row?.is_mailed === 1,
      };
    },
    /** Fails its transaction if the password has changed. */
    requiring: (memberId: string, passwordHash: string): Statement =>
      required(
        tables.selectFrom("credentials").select("member_id").where("member_id", "=", memberId)
          .where("password_hash", "=", passwordHash),
      ),
    /** Fails its transaction if there is a password. */
    requiringNone(memberId: string): Statement {
      const one = tables.selectFrom("credentials").select("member_id")
        .where("member_id", "=", memberId).where("password_hash", "is not", null);
      return required(
        tables.selectNoFrom(({ lit }) => lit(1).as("none"))
          .where(({ exists, not }) => not(exists(one))),
      );
    },
    /** Sets a password, and ends mailed links and codes that would replace it, sign in or act for the member. */
    setting: (memberId: string, passwordHash: string, isMailed = false): readonly Statement[] => [
      storing(memberId, passwordHash, isMailed),
      statement(
        tables.deleteFrom("tokens").where("member_id", "=", memberId)
          .where("kind", "in", ["reset-password", "conversation-links", "code"]),
      ),
    ],
    /** Leaves an account without a password: its member signs in by code. */
    removing: (memberId: string): Statement => storing(memberId, null, false),
  };
}
