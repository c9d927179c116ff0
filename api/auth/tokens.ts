import { createHmac } from "node:crypto";
import type { Selectable } from "kysely";
import { undoDays } from "../../events/members/addresses.ts";
import { normalName } from "../../events/members/claims.ts";
import type { Database, Statement } from "../../events/store/database.ts";
import { required, rowId, statement, tables, tablesOf } from "../../events/store/queries.ts";
import type { Tables } from "../../events/store/tables.ts";
import { challengeLifetimeMs } from "./passkeys/challenges.ts";
import { isSameSecret, tokenDigest } from "./secret-token.ts";

/** Used challenges of passkeys; `link-generations.ts` has `conversation-links`, `reply-addresses.ts` `reply-address`. */
export type TokenKind =
  | "reset-password"
  | "verify-email"
  | "invitation"
  | "conversation-links"
  | "reply-address"
  | "first-staff"
  | "code"
  | "address-code"
  | "undo-address"
  | "passkey-challenge";

interface Replacing {
  readonly memberId: string;
  /** Text that is needed to use it. */
  readonly boundTo: string;
  /** Address that it is mailed to. */
  readonly mailedTo?: string;
  /** Replaces only if the earlier one isn't live anymore. */
  readonly onlyEnded?: boolean;
}

/** Secrets mailed to a member: stored as hashes, valid for one use. */
export type Tokens = ReturnType<typeof createTokens>;

export const tokenLifetimeMs: Readonly<Record<TokenKind, number>> = {
  code: 15 * 60 * 1000,
  "address-code": 60 * 60 * 1000,
  "undo-address": undoDays * 24 * 60 * 60 * 1000,
  "passkey-challenge": challengeLifetimeMs,
  "reset-password": 60 * 60 * 1000,
  "verify-email": 7 * 24 * 60 * 60 * 1000,
  "first-staff": 7 * 24 * 60 * 60 * 1000,
  invitation: 14 * 24 * 60 * 60 * 1000,
  "conversation-links": 30 * 24 * 60 * 60 * 1000,
  "reply-address": 30 * 24 * 60 * 60 * 1000,
};

/** Statements (`issuing`, `using`, …) are for the transaction of the event that they belong to. */
export function createTokens(database: Pick<Database, "read" | "write">, now: () => Date) {
  const db = tablesOf(database);

  /** Issues a token, or restarts its lifetime. @param boundTo A text that it requires. */
  const issuing = (kind: TokenKind, token: string, memberId: string, boundTo?: string) => {
    const expires_at_ms = now().getTime() + tokenLifetimeMs[kind];
    return statement(
      tables.insertInto("tokens").values({
        digest: tokenDigest(token),
        kind,
        member_id: memberId,
        expires_at_ms,
        bound_to: boundTo === undefined ? null : bindingOf(token, boundTo),
      }).onConflict((there) => there.column("digest").doUpdateSet({ expires_at_ms })),
    );
  };
  const ending = (kinds: readonly TokenKind[], memberId: string) =>
    statement(
      tables.deleteFrom("tokens").where("kind", "in", kinds).where("member_id", "=", memberId),
    );
  const endingOlder = (kind: TokenKind, token: string) => {
    const one = tables.selectFrom("tokens").where("digest", "=", tokenDigest(token))
      .where("kind", "=", kind);
    return statement(
      tables.deleteFrom("tokens").where("kind", "=", kind)
        .where("member_id", "=", one.select("member_id"))
        .where(rowId, "<", one.select(rowId.as("place"))),
    );
  };

  return {
    /** Marks a text as used, like a token that was issued before. Fails its transaction the second time. */
    marking: (kind: TokenKind, text: string, memberId: string): Statement =>
      statement(
        tables.insertInto("tokens").values({
          digest: tokenDigest(text),
          kind,
          member_id: memberId,
          expires_at_ms: now().getTime() + tokenLifetimeMs[kind],
          bound_to: null,
        }),
      ),
    issuing,
    async issue(...issued: Parameters<typeof issuing>): Promise<void> {
      await database.write([issuing(...issued)]);
    },
    /** The member of a live token. An expired one is deleted, so that no clock change revives it. */
    async peek(kind: TokenKind, token: string): Promise<string | undefined> {
      const row = await db.selectFrom("tokens").select(["member_id", "expires_at_ms"])
        .where("digest", "=", tokenDigest(token)).where("kind", "=", kind).executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.expires_at_ms > now().getTime()) return row.member_id;
      const expired = tables.deleteFrom("tokens").where("digest", "=", tokenDigest(token));
      await database.write([statement(expired)]);
      return undefined;
    },
    /** Issues a token that replaces the one with the same text. */
    replacing(
      kind: TokenKind,
      token: string,
      { memberId, boundTo, mailedTo, onlyEnded = false }: Replacing,
    ): Statement {
      const issued = {
        kind,
        member_id: memberId,
        expires_at_ms: now().getTime() + tokenLifetimeMs[kind],
        bound_to: bindingOf(token, boundTo),
        mailed_to: mailedTo === undefined ? null : bindingOf(token, normalName(mailedTo)),
        tries: 0,
      };
      return statement(
        tables.insertInto("tokens").values({ digest: tokenDigest(token), ...issued })
          .onConflict((there) => {
            const replaced = there.column("digest").doUpdateSet(issued);
            return onlyEnded
              ? replaced.where("tokens.expires_at_ms", "<=", now().getTime())
              : replaced;
          }),
      );
    },
    /**
     * Counts a try at a live token's text, then compares it.
     * @returns `undefined` if there is no such token, or it has had all its tries.
     */
    async countTry(kind: TokenKind, token: string, text: string, most: number) {
      const counted = tables.updateTable("tokens").set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
        .where("digest", "=", tokenDigest(token)).where("kind", "=", kind)
        .where("expires_at_ms", ">", now().getTime()).where("tries", "<", most)
        .returning(["member_id", "bound_to", "mailed_to", "tries"]);
      const [written] = await database.write([statement(counted)], "normal");
      const row = written?.rows[0] as
        | Pick<Selectable<Tables["tokens"]>, "member_id" | "mailed_to" | "tries">
          & { readonly bound_to: string }
        | undefined;
      if (row === undefined) return undefined;
      const isRight = isSameSecret(row.bound_to, bindingOf(token, text));
      return {
        memberId: row.member_id,
        tries: row.tries,
        isRight,
        isMailedTo: (address: string) =>
          isSameSecret(row.mailed_to ?? "", bindingOf(token, normalName(address))),
      };
    },
    /** Uses up a live token that is bound to a text, and no other of its member. */
    usingOne: (kind: TokenKind, token: string, boundTo: string): readonly Statement[] => [
      required(
        liveToken(kind, token, now()).where("bound_to", "=", bindingOf(token, boundTo)),
      ),
      statement(tables.deleteFrom("tokens").where("digest", "=", tokenDigest(token))),
    ],
    async isBoundTo(kind: TokenKind, token: string, text: string): Promise<boolean> {
      const { sql, args } = statement(
        liveToken(kind, token, now()).where("bound_to", "=", bindingOf(token, text)),
      );
      return (await database.read(sql, args)).length > 0;
    },
    /** Ends the member's older tokens of the same kind. */
    endingOlder,
    async endOlder(...older: Parameters<typeof endingOlder>): Promise<void> {
      await database.write([endingOlder(...older)]);
    },
    /** Ends all of a member's tokens of these kinds. */
    ending,
    async endAll(kind: TokenKind, memberId: string): Promise<void> {
      await database.write([ending([kind], memberId)]);
    },
    /** Uses up a live token of this member, and ends their others. Fails for any other token. */
    using: (kind: TokenKind, token: string, memberId: string): readonly Statement[] => [
      required(liveToken(kind, token, now()).where("member_id", "=", memberId)),
      ending([kind], memberId),
    ],
    async purge(): Promise<void> {
      const expired = tables.deleteFrom("tokens").where("expires_at_ms", "<=", now().getTime());
      await database.write([statement(expired)]);
    },
  };
}

export function liveToken(kind: TokenKind, token: string, now: Date) {
  return tables.selectFrom("tokens").select("member_id").where("digest", "=", tokenDigest(token))
    .where("kind", "=", kind).where("expires_at_ms", ">", now.getTime());
}

/** Keyed by the token, which isn't stored, so the address can't be read from it. */
function bindingOf(token: string, text: string): string {
  return createHmac("sha256", token).update(text).digest("hex");
}
