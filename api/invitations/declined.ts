import { createHmac, hkdfSync } from "node:crypto";
import type { Row } from "../../events/database-port.ts";
import type { Database } from "../../events/database.ts";
import { mailboxOf } from "../../events/members/mailbox.ts";
import { open, seal } from "../../events/vault/seal.ts";

/** Somebody who declined an invitation: all that is left of them. */
export interface Declined {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** `2026-11-25`. */
  readonly on: string;
}

/**
 * Who declined an invitation, so that staff don't invite them again. What was prepared for them is erased; name and
 * address stay here, sealed, until they or staff remove them, or until they join or erase an account.
 */
export type DeclinedInvitations = ReturnType<typeof createDeclinedInvitations>;

export interface DeclinedDependencies {
  readonly vault: Pick<Database, "read" | "write" | "noteDeletion" | "forgetDeleted">;
  readonly secret: Uint8Array;
  readonly newId: () => string;
  readonly now: () => Date;
}

export function createDeclinedInvitations(
  { vault, secret, newId, now }: DeclinedDependencies,
) {
  const keyFor = (use: string) =>
    new Uint8Array(
      hkdfSync("sha256", secret, new Uint8Array(), `declined invitations: ${use}`, 32),
    );
  const [key, hashKey] = [keyFor("people"), keyFor("addresses")];
  const hashOf = (email: string) =>
    createHmac("sha256", hashKey).update(mailboxOf(email)).digest("base64url");

  function toDeclined(row: Row): Declined {
    if (!(row.sealed instanceof ArrayBuffer)) {
      throw new Error("A declined invitation has no content");
    }
    const id = String(row.id);
    const text = new TextDecoder().decode(open(key, id, new Uint8Array(row.sealed)));
    return { id, ...JSON.parse(text), on: String(row.declined_on) };
  }

  async function deleteWhere(where: "id" | "mailbox", value: string): Promise<boolean> {
    // Most people who register never declined: nothing is written, and no file is rewritten, for them.
    const sql = `SELECT id FROM declined_invitations WHERE ${where} = ?`;
    if ((await vault.read(sql, [value])).length === 0) return false;
    const [deleted] = await vault.write([
      {
        sql: `UPDATE declined_invitations SET sealed = zeroblob(1) WHERE ${where} = ?`,
        args: [value],
      },
      { sql: `DELETE FROM declined_invitations WHERE ${where} = ?`, args: [value] },
      ...vault.noteDeletion(),
    ]);
    await vault.forgetDeleted();
    return deleted?.rowsAffected === 1;
  }

  return {
    /** The latest first. */
    async all(): Promise<readonly Declined[]> {
      const rows = await vault.read(
        "SELECT * FROM declined_invitations ORDER BY declined_on DESC, id",
      );
      return rows.map(toDeclined);
    },
    /** Those of these addresses, in any writing, that somebody declined with; by the address as it is given. */
    async among(emails: readonly string[]): Promise<ReadonlyMap<string, Declined>> {
      const byHash = new Map(emails.map((email) => [hashOf(email), email]));
      const rows = await vault.read(
        "SELECT * FROM declined_invitations WHERE mailbox IN (SELECT value FROM json_each(?))",
        [JSON.stringify([...byHash.keys()])],
      );
      return new Map(rows.flatMap((row) => {
        const email = byHash.get(String(row.mailbox));
        return email === undefined ? [] : [[email, toDeclined(row)] as const];
      }));
    },
    /** @returns The id by which it can be removed. */
    async add(
      { firstName, lastName, email }: Pick<Declined, "firstName" | "lastName" | "email">,
    ): Promise<string> {
      const id = newId();
      const text = new TextEncoder().encode(JSON.stringify({ firstName, lastName, email }));
      const [added] = await vault.write([{
        // Declined once more: the id stays, by which a page may be about to remove it.
        sql:
          `INSERT INTO declined_invitations (id, mailbox, sealed, declined_on) VALUES (?, ?, ?, ?)
              ON CONFLICT (mailbox) DO UPDATE SET declined_on = excluded.declined_on
              RETURNING id`,
        args: [id, hashOf(email), seal(key, id, text), now().toISOString().slice(0, 10)],
      }]);
      return String(added?.rows[0]?.id ?? id);
    },
    /** Harmless when repeated. @returns Whether it was there. */
    remove: (id: string): Promise<boolean> => deleteWhere("id", id),
    /** The same by address, for somebody who joins or leaves. */
    async removeAddress(email: string): Promise<void> {
      await deleteWhere("mailbox", hashOf(email));
    },
  };
}
