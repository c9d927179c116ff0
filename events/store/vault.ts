/** The vault: member keys, and who was erased. */
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { openSchema } from "./schema.ts";
import { tablesOf } from "./queries.ts";
import { createVaultKeys } from "./keys.ts";
import { destroyedKey } from "./other-tables.ts";
import type { Key } from "./seal.ts";

export type Vault = Awaited<ReturnType<typeof openVault>>;

export interface VaultDependencies {
  readonly database: Database;
  readonly kek: Key;
  /** The key-encryption key before a rotation, while it may still wrap some keys. */
  readonly previousKek?: Key | undefined;
}

/** Opens the vault in its database. Creates or upgrades its tables first. */
export async function openVault(
  { database, kek, previousKek }: VaultDependencies,
) {
  await openSchema(database);
  const erased = () =>
    tablesOf(database).selectFrom("member_keys").select("member_id")
      .where("kek_id", "=", sql.lit(destroyedKey));
  return {
    keys: createVaultKeys(database, previousKek ? [kek, previousKek] : [kek]),
    async erasedIds(): Promise<string[]> {
      return (await erased().execute()).map((row) => row.member_id);
    },
    async isErased(memberId: string): Promise<boolean> {
      return await erased().where("member_id", "=", memberId).executeTakeFirst() !== undefined;
    },
  };
}
