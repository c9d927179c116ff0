/**
 * The vault: member keys, password hashes, tokens and sessions. Its database is small. It is backed up
 * separately from the log and for a short time only, because what it deletes must disappear everywhere.
 *
 * @module
 */
import type { Database, Statement } from "../database.ts";
import { joinedInstallation } from "../installation.ts";
import { migrate } from "../migrate.ts";
import { createVaultKeys } from "./keys.ts";
import { vault as migration } from "./migrations/0001-vault.ts";
import { tokenAddress } from "./migrations/0002-token-address.ts";
import { unfinished } from "./migrations/0003-unfinished.ts";
import type { Key } from "./seal.ts";
import { failures } from "./migrations/0004-failures.ts";
import { changes } from "./migrations/0006-changes.ts";
import { counts } from "./migrations/0007-counts.ts";
import { notices } from "./migrations/0008-notices.ts";
import { mailOutcomes } from "./migrations/0009-mail-outcomes.ts";
import { invitations } from "./migrations/0010-invitations.ts";
import { staffNotices } from "./migrations/0011-staff-notices.ts";
import { limits } from "./migrations/0013-limits.ts";
import { mailboxOutcomes } from "./migrations/0016-mailbox-outcomes.ts";
import { refusedAddresses } from "./migrations/0015-refused-addresses.ts";
import { mailSettings } from "./migrations/0014-mail-settings.ts";
import { uncoveredTopics } from "./migrations/0012-uncovered-topics.ts";
import { arrivals } from "./migrations/0017-arrivals.ts";
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
  /** Key-encryption key: wraps the members' keys. */
  readonly kek: Key;
  /** The key-encryption key before a rotation, while it may still wrap some keys. */
  readonly previousKek?: Key | undefined;
}

/** Opens the vault in its database. Creates or upgrades its tables first. */
export async function openVault(
  { database, kek, previousKek }: VaultDependencies,
) {
  await migrate(database, [
    { name: "0001-vault", statements: migration },
    { name: "0002-token-address", statements: tokenAddress },
    { name: "0003-unfinished", statements: unfinished },
    { name: "0004-failures", statements: failures },
    { name: "0005-installation", statements: joinedInstallation },
    { name: "0006-changes", statements: changes },
    { name: "0007-counts", statements: counts },
    { name: "0008-notices", statements: notices },
    { name: "0009-mail-outcomes", statements: mailOutcomes },
    { name: "0010-invitations", statements: invitations },
    { name: "0011-staff-notices", statements: staffNotices },
    { name: "0012-uncovered-topics", statements: uncoveredTopics },
    { name: "0013-limits", statements: limits },
    { name: "0014-mail-settings", statements: mailSettings },
    { name: "0015-refused-addresses", statements: refusedAddresses },
    { name: "0016-mailbox-outcomes", statements: mailboxOutcomes },
    { name: "0017-arrivals", statements: arrivals },
  ]);
  return {
    keys: createVaultKeys(database, previousKek ? [kek, previousKek] : [kek]),
    pendingWork: pendingWorkIn(database),
    /**
     * Destroys a member's key, password, tokens and sessions. Can be repeated, to finish an interrupted
     * erasure.
     */
    async forget(memberId: string): Promise<void> {
      await database.write(
        [
          // A server doesn't overwrite deleted data, so this does.
          "UPDATE member_keys SET wrapped_key = zeroblob(length(wrapped_key)) WHERE member_id = ?",
          ...tables.map((table) => `DELETE FROM ${table} WHERE member_id = ?`),
        ].map((sql): Statement => ({ sql, args: [memberId] })).concat(database.noteDeletion()),
      );
      await database.forgetDeleted();
    },
    /** Everyone with data in the vault. */
    async memberIds(): Promise<string[]> {
      const rows = await database.read(
        tables.map((table) => `SELECT member_id FROM ${table}`).join(" UNION "),
      );
      return rows.map((row) => String(row.member_id));
    },
  };
}
