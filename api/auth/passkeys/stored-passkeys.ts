import { z } from "zod";
import type { Database, Statement } from "../../../events/store/database.ts";
import type { MemberKeys } from "../../../events/store/keys.ts";
import { required, statement, tables, tablesOf } from "../../../events/store/queries.ts";
import { openJson, sealJson } from "../../../events/store/seal.ts";

export const maxPasskeys = 10;

const Named = z.object({ name: z.string(), transports: z.array(z.string()) });
type Named = z.infer<typeof Named>;

/** A passkey as its owner sees it. Times are ISO 8601, UTC; the last use is rounded to an hour. */
export interface Passkey extends Named {
  readonly credentialId: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
  /** Whether its owner's password manager copies it to other devices. */
  readonly isBackedUp: boolean;
}

/** The key that an authenticator's answer is checked against. */
export interface StoredKey {
  readonly credentialId: string;
  readonly memberId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

export interface NewPasskey extends StoredKey, Named {
  readonly isBackedUp: boolean;
}

interface StoredPasskeysParts {
  readonly database: Pick<Database, "read" | "write">;
  readonly keys: Pick<MemberKeys, "load">;
  readonly now: () => Date;
}

export type StoredPasskeys = ReturnType<typeof createStoredPasskeys>;

const hourMs = 60 * 60 * 1000;

/** Members' passkeys. Run the statements in the transaction of the change. */
export function createStoredPasskeys({ database, keys, now }: StoredPasskeysParts) {
  const db = tablesOf(database);
  const ofMember = (memberId: string, credentialId: string) =>
    tables.selectFrom("passkeys").select("credential_id")
      .where("member_id", "=", memberId).where("credential_id", "=", credentialId);

  const othersOf = (memberId: string, credentialId: string) =>
    tables.selectFrom("passkeys").select("credential_id")
      .where("member_id", "=", memberId).where("credential_id", "<>", credentialId);

  async function seal(memberId: string, credentialId: string, named: Named): Promise<Uint8Array> {
    const key = (await keys.load([memberId])).get(memberId);
    if (key === undefined) throw new Error("A member who is there has no key");
    return sealJson(key, contextOf(memberId, credentialId), named);
  }

  return {
    /** Oldest first. */
    async of(memberId: string): Promise<readonly Passkey[]> {
      const rows = await db.selectFrom("passkeys").selectAll().where("member_id", "=", memberId)
        .orderBy("created_at_ms").orderBy("credential_id").execute();
      if (rows.length === 0) return [];
      const key = (await keys.load([memberId])).get(memberId);
      return key === undefined ? [] : rows.map((row) => ({
        ...Named.parse(openJson(key, contextOf(memberId, row.credential_id), row.sealed)),
        credentialId: row.credential_id,
        createdAt: timeOf(row.created_at_ms),
        usedAt: row.used_at_ms === null ? null : timeOf(row.used_at_ms),
        isBackedUp: row.is_backed_up === 1,
      }));
    },
    async find(
      credentialId: string,
    ): Promise<StoredKey & { readonly isBackedUp: boolean } | undefined> {
      const row = await db.selectFrom("passkeys").selectAll()
        .where("credential_id", "=", credentialId).executeTakeFirst();
      return row && {
        credentialId,
        memberId: row.member_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        isBackedUp: row.is_backed_up === 1,
      };
    },
    /** Fails its transaction if the passkey exists already, or the member has ten. */
    async adding(
      { credentialId, memberId, publicKey, counter, isBackedUp, ...named }: NewPasskey,
    ): Promise<readonly Statement[]> {
      const many = tables.selectFrom("passkeys").select(({ fn }) =>
        fn.countAll<number>().as("many")
      )
        .where("member_id", "=", memberId);
      return [
        required(
          tables.selectNoFrom(({ lit }) => lit(1).as("one")).where(many, "<", maxPasskeys),
        ),
        statement(
          tables.insertInto("passkeys").values({
            credential_id: credentialId,
            member_id: memberId,
            public_key: publicKey,
            counter,
            is_backed_up: Number(isBackedUp),
            sealed: await seal(memberId, credentialId, named),
            created_at_ms: now().getTime(),
            used_at_ms: null,
          }),
        ),
      ];
    },
    /** Fails its transaction if the passkey has changed since it was read. */
    using(
      { credentialId, memberId, counter }: StoredKey,
      used: Pick<NewPasskey, "counter" | "isBackedUp">,
    ): readonly Statement[] {
      const atMs = now().getTime();
      return [
        required(ofMember(memberId, credentialId).where("counter", "=", counter)),
        statement(
          tables.updateTable("passkeys").where("credential_id", "=", credentialId).set({
            counter: used.counter,
            is_backed_up: Number(used.isBackedUp),
            used_at_ms: atMs - atMs % hourMs,
          }),
        ),
      ];
    },
    /** Does nothing if it isn't the member's. */
    async rename(
      memberId: string,
      { credentialId, transports }: Passkey,
      name: string,
    ): Promise<void> {
      const sealed = await seal(memberId, credentialId, { name, transports });
      await database.write([statement(
        tables.updateTable("passkeys").set({ sealed })
          .where("member_id", "=", memberId).where("credential_id", "=", credentialId),
      )]);
    },
    /** Fails its transaction unless the passkey exists, and another one if required. */
    removing: (
      memberId: string,
      credentialId: string,
      { needsOther }: { readonly needsOther: boolean },
    ): readonly Statement[] => [
      required(ofMember(memberId, credentialId)),
      ...needsOther ? [required(othersOf(memberId, credentialId))] : [],
      statement(
        tables.deleteFrom("passkeys")
          .where("member_id", "=", memberId).where("credential_id", "=", credentialId),
      ),
    ],
    removingAll: (memberId: string): Statement =>
      statement(tables.deleteFrom("passkeys").where("member_id", "=", memberId)),
  };
}

function contextOf(memberId: string, credentialId: string): string {
  return `${memberId}/passkey/${credentialId}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
