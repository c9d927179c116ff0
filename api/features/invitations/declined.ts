import { createHmac } from "node:crypto";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Row } from "../../../events/database-port.ts";
import type { Database } from "../../../events/database.ts";
import { mailboxOf } from "../../../events/members/claims.ts";
import { openJson, sealJson } from "../../../events/vault/seal.ts";

const Person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

/** Everything that is still stored about someone who declined. */
export interface Declined extends Readonly<z.infer<typeof Person>> {
  readonly id: string;
  /** `2026-11-25`. */
  readonly on: string;
}

interface DeclinedDependencies {
  readonly database: Pick<Database, "read" | "write" | "noteDeletion" | "forgetDeleted">;
  readonly secret: Uint8Array;
  readonly newId: () => string;
  readonly now: () => Date;
}

/**
 * People who declined an invitation, so that staff don't repeat it. Name and address are stored,
 * sealed, until they or staff remove them, they join, or they erase an account. Of people who
 * deleted their account, only a keyed hash of the address is stored, until they come back.
 */
export class DeclinedInvitations {
  readonly #key: Uint8Array;
  readonly #hashKey: Uint8Array;

  constructor(private readonly deps: DeclinedDependencies) {
    const keyFor = (use: string) => deriveKey(deps.secret, `declined invitations: ${use}`);
    this.#key = keyFor("people");
    this.#hashKey = keyFor("addresses");
  }

  /** Latest first. */
  async all(): Promise<readonly Declined[]> {
    const rows = await this.deps.database.read(
      "SELECT * FROM declined_invitations ORDER BY declined_on DESC, id",
    );
    return rows.map((row) => this.#opened(row));
  }

  /** People who declined with one of these addresses, by the address as given, in any spelling. */
  async among(emails: readonly string[]): Promise<ReadonlyMap<string, Declined>> {
    const byHash = new Map(emails.map((email) => [this.#hashOf(email), email]));
    const rows = await this.deps.database.read(
      "SELECT * FROM declined_invitations WHERE mailbox IN (SELECT value FROM json_each(?))",
      [JSON.stringify([...byHash.keys()])],
    );
    return new Map(rows.flatMap((row) => {
      const email = byHash.get(String(row.mailbox));
      return email === undefined ? [] : [[email, this.#opened(row)] as const];
    }));
  }

  /** Which of these addresses belonged to accounts that their owners deleted. */
  async left(emails: readonly string[]): Promise<ReadonlySet<string>> {
    const byHash = new Map(emails.map((email) => [this.#hashOf(email), email]));
    const rows = await this.deps.database.read(
      "SELECT mailbox FROM left_mailboxes WHERE mailbox IN (SELECT value FROM json_each(?))",
      [JSON.stringify([...byHash.keys()])],
    );
    return new Set(rows.flatMap(({ mailbox }) => byHash.get(String(mailbox)) ?? []));
  }

  /** Notes that someone deletes their account, in place of what they declined. */
  async addLeft(email: string): Promise<void> {
    await this.#deleteWhere("mailbox", this.#hashOf(email));
    await this.deps.database.write([{
      sql: "INSERT OR IGNORE INTO left_mailboxes (mailbox) VALUES (?)",
      args: [this.#hashOf(email)],
    }]);
  }

  /** Returns the id by which it can be removed. */
  async add(
    { firstName, lastName, email }: z.infer<typeof Person>,
  ): Promise<string> {
    const { database, newId, now } = this.deps;
    const id = newId();
    const sealed = sealJson(this.#key, id, { firstName, lastName, email });
    const [added] = await database.write([{
      // Declining again doesn't change the id: a page may be about to remove it.
      sql: `INSERT INTO declined_invitations (id, mailbox, sealed, declined_on) VALUES (?, ?, ?, ?)
            ON CONFLICT (mailbox) DO UPDATE SET declined_on = excluded.declined_on
            RETURNING id`,
      args: [id, this.#hashOf(email), sealed, now().toISOString().slice(0, 10)],
    }]);
    return String(added?.rows[0]?.id ?? id);
  }

  /** Returns whether it existed. */
  async remove(id: string): Promise<boolean> {
    return await this.#deleteWhere("id", id);
  }

  /** Removes someone who joins. */
  async removeAddress(email: string): Promise<void> {
    const mailbox = this.#hashOf(email);
    await this.#deleteWhere("mailbox", mailbox);
    if ((await this.left([email])).size === 0) return;
    await this.deps.database.write([
      { sql: "DELETE FROM left_mailboxes WHERE mailbox = ?", args: [mailbox] },
    ]);
  }

  #hashOf(email: string): string {
    return createHmac("sha256", this.#hashKey).update(mailboxOf(email)).digest("base64url");
  }

  #opened({ id, sealed, declined_on: on }: Row): Declined {
    const person = Person.parse(openJson(this.#key, String(id), sealed));
    return { id: String(id), ...person, on: String(on) };
  }

  async #deleteWhere(where: "id" | "mailbox", value: string): Promise<boolean> {
    const { database } = this.deps;
    // Most people who register never declined: no database file is rewritten for them.
    const found = await database.read(`SELECT id FROM declined_invitations WHERE ${where} = ?`, [
      value,
    ]);
    if (found.length === 0) return false;
    const [overwritten] = await database.write([
      {
        sql: `UPDATE declined_invitations SET sealed = zeroblob(1) WHERE ${where} = ?`,
        args: [value],
      },
      { sql: `DELETE FROM declined_invitations WHERE ${where} = ?`, args: [value] },
      ...database.noteDeletion(),
    ]);
    await database.forgetDeleted();
    return overwritten?.rowsAffected === 1;
  }
}
