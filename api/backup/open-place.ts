import type { Environment } from "../config/env.ts";
import { createErasureLedger, type ErasureLedger, ledgerPath } from "../node/erasure-ledger.ts";
import type { BackupSettings } from "./settings.ts";
import { tablesOf } from "../../events/store/queries.ts";
import type { Database } from "../../events/store/database.ts";
import { createFolderPlace } from "./folder.ts";
import type { BackupPlace } from "./place.ts";

/** @param mayMake Whether to create a missing folder. The default one, beside the data folder, is always created. */
export async function openBackupPlace(
  settings: BackupSettings,
  mayMake = false,
): Promise<BackupPlace> {
  if (settings.place === "folder") {
    const { folder, isDefault } = settings;
    return createFolderPlace({ folder, mayMake: mayMake || isDefault });
  }
  // Loaded here because the client takes a quarter of a start.
  const { createBucketPlace } = await import("./bucket.ts");
  return createBucketPlace(settings.s3);
}

/** The ledger in the data folder, with a copy beside the backups. */
export async function openLedger(
  environment: Pick<Environment, "backups" | "dataDir">,
  database: Pick<Database, "read">,
): Promise<ErasureLedger> {
  const place = await openBackupPlace(environment.backups, !await hasBackup(database));
  // The first backup reports its absence to staff.
  await place.prepare().catch(() => undefined);
  return createErasureLedger(ledgerPath(environment), place.ledger);
}

/** Whether a backup was ever made. A folder missing since then is unavailable, not new. */
export async function hasBackup(database: Pick<Database, "read">): Promise<boolean> {
  const row = await tablesOf(database).selectFrom("backup_outcomes").select("made_at_ms")
    .executeTakeFirst();
  return row?.made_at_ms != null;
}
