import { createHmac } from "node:crypto";
import type { Selectable } from "kysely";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import type { Database, Statement } from "../../../events/store/database.ts";
import { mailboxOf } from "../../../events/members/claims.ts";
import {
  anyOf,
  statement,
  tables,
  tablesOf,
  type TypedTables,
} from "../../../events/store/queries.ts";
import type { Tables } from "../../../events/store/tables.ts";
import { openJson, sealJson } from "../../../events/store/seal.ts";

const Person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

/** Everything still stored about someone who declined. */
export interface Declined extends Readonly<z.infer<typeof Person>> {
  readonly id: string;
  /** `2026-11-25`. */
  readonly on: string;
}

interface DeclinedDependencies {
  readonly database: Pick<Database, "read" | "write">;
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
  readonly #db: TypedTables;

  constructor(private readonly deps: DeclinedDependencies) {
    const keyFor = (use: string) => deriveKey(deps.secret, `declined invitations: ${use}`);
    this.#key = keyFor("people");
    this.#hashKey = keyFor("addresses");
    this.#db = tablesOf(deps.database);
  }

  /** Latest first. */
  async all(): Promise<readonly Declined[]> {
    const rows = await this.#db.selectFrom("declined_invitations").selectAll()
      .orderBy("declined_on", "desc").orderBy("id").execute();
    return rows.map((row) => this.#opened(row));
  }

  /**
   * Finds people who declined with one of these addresses, in any spelling. Returns them by the
   * given address.
   */
  async among(emails: readonly string[]): Promise<ReadonlyMap<string, Declined>> {
    const byHash = new Map(emails.map((email) => [this.#hashOf(email), email]));
    const rows = await this.#db.selectFrom("declined_invitations").selectAll()
      .where("mailbox", "in", anyOf([...byHash.keys()])).execute();
    return new Map(rows.flatMap((row) => {
      const email = byHash.get(row.mailbox);
      return email === undefined ? [] : [[email, this.#opened(row)] as const];
    }));
  }

  /** Which of these addresses belonged to accounts that their owners deleted. */
  async left(emails: readonly string[]): Promise<ReadonlySet<string>> {
    const byHash = new Map(emails.map((email) => [this.#hashOf(email), email]));
    const rows = await this.#db.selectFrom("left_mailboxes").select("mailbox")
      .where("mailbox", "in", anyOf([...byHash.keys()])).execute();
    return new Set(rows.flatMap(({ mailbox }) => byHash.get(mailbox) ?? []));
  }

  /** Notes that someone deletes their account. Replaces a note that they declined. */
  async addingLeft(email: string): Promise<readonly Statement[]> {
    const mailbox = this.#hashOf(email);
    return [
      ...await this.#removing("mailbox", mailbox),
      statement(tables.insertInto("left_mailboxes").orIgnore().values({ mailbox })),
    ];
  }

  /** Notes that a person declines, with the id by which the note can be removed. */
  async adding({ firstName, lastName, email }: z.infer<typeof Person>): Promise<{
    readonly id: string;
    readonly statements: readonly Statement[];
  }> {
    const { newId, now } = this.deps;
    const mailbox = this.#hashOf(email);
    const before = await this.#db.selectFrom("declined_invitations").select("id")
      .where("mailbox", "=", mailbox).executeTakeFirst();
    // Declining again doesn't change the id: a page may be about to remove it.
    const id = before?.id ?? newId();
    const declined = { declined_on: now().toISOString().slice(0, 10) };
    const sealed = sealJson(this.#key, id, { firstName, lastName, email });
    return {
      id,
      statements: [statement(
        tables.insertInto("declined_invitations").values({ id, mailbox, sealed, ...declined })
          .onConflict((there) => there.column("mailbox").doUpdateSet(declined)),
      )],
    };
  }

  /** Returns whether it existed. */
  async remove(id: string): Promise<boolean> {
    const removing = await this.#removing("id", id);
    if (removing.length === 0) return false;
    const [overwritten] = await this.deps.database.write(removing);
    return overwritten?.rowsAffected === 1;
  }

  /** Removes someone who joins. */
  async removingAddress(email: string): Promise<readonly Statement[]> {
    const mailbox = this.#hashOf(email);
    const left = await this.left([email]);
    return [
      ...await this.#removing("mailbox", mailbox),
      ...left.size === 0
        ? []
        : [statement(tables.deleteFrom("left_mailboxes").where("mailbox", "=", mailbox))],
    ];
  }

  #hashOf(email: string): string {
    return createHmac("sha256", this.#hashKey).update(mailboxOf(email)).digest("base64url");
  }

  #opened(
    { id, sealed, declined_on: on }: Selectable<Tables["declined_invitations"]>,
  ): Declined {
    return { id, ...Person.parse(openJson(this.#key, id, sealed)), on };
  }

  /** `undefined` for someone who never declined, as for most people who register. */
  async #removing(where: "id" | "mailbox", value: string): Promise<readonly Statement[]> {
    const found = await this.#db.selectFrom("declined_invitations").select(["id", "sealed"])
      .where(where, "=", value).executeTakeFirst();
    if (found === undefined) return [];
    const { id, sealed } = found;
    return [
      // Writes a value of the same size, so that it overwrites the old one in its page.
      statement(
        tables.updateTable("declined_invitations").where("id", "=", id)
          .set({ sealed: new Uint8Array(sealed.byteLength) }),
      ),
      statement(tables.deleteFrom("declined_invitations").where("id", "=", id)),
    ];
  }
}
