/**
 * The vault: member keys, password hashes, tokens and sessions. Backed up separately from the log,
 * for a short time only, because what it deletes must disappear everywhere.
 */
import type { Database, Statement } from "../database.ts";
import { DatabaseNotWritable } from "../database-errors.ts";
import { openSchema } from "../schema.ts";
import { createVaultKeys } from "./keys.ts";
import type { Key } from "./seal.ts";
import { pendingWorkIn } from "./pending-work.ts";

export type Vault = Awaited<ReturnType<typeof openVault>>;

const tables = [
  "member_keys",
  "credentials",
  "tokens",
  "sessions",
  "unfinished",
  "notices",
  "invitation_states",
  "refused_addresses",
  "arrivals",
] as const;

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
  return {
    keys: createVaultKeys(database, previousKek ? [kek, previousKek] : [kek]),
    pendingWork: pendingWorkIn(database),
    /** Destroys a member's key, password, tokens and sessions. Can be repeated. */
    async forget(memberId: string): Promise<void> {
      await database.write(
        [
          // A server doesn't overwrite deleted data, so this does.
          "UPDATE member_keys SET wrapped_key = zeroblob(length(wrapped_key)) WHERE member_id = ?",
          ...tables.map((table) => `DELETE FROM ${table} WHERE member_id = ?`),
        ].map((sql): Statement => ({ sql, args: [memberId] })).concat(database.noteDeletion()),
      );
      await database.forgetDeleted().catch((error) => {
        // The deletion is noted: on a full disk the file is rewritten later.
        if (!(error instanceof DatabaseNotWritable)) throw error;
      });
    },
    async memberIds(): Promise<string[]> {
      const rows = await database.read(
        tables.map((table) => `SELECT member_id FROM ${table}`).join(" UNION "),
      );
      return rows.map((row) => String(row.member_id));
    },
  };
}
