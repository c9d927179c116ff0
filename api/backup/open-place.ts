import type { Environment } from "../config/env.ts";
import { createErasureLedger, type ErasureLedger, ledgerPath } from "../node/erasure-ledger.ts";
import type { BackupSettings } from "./settings.ts";
import { tablesOf } from "../../events/store/queries.ts";
import type { Database } from "../../events/store/database.ts";
import { createFolderPlace } from "./folder.ts";
import type { BackupPlace } from "./place.ts";

/** @param mayMake Whether a missing folder is made. The default one, beside the data folder, always is. */
export async function openBackupPlace(
  settings: BackupSettings,
  mayMake = false,
): Promise<BackupPlace> {
  if (settings.place === "folder") {
    const { folder, isDefault } = settings;
    return createFolderPlace({ folder, mayMake: mayMake || isDefault });
  }
  // Its client takes a quarter of a start, so it is only loaded here.
  const { createBucketPlace } = await import("./bucket.ts");
  return createBucketPlace(settings.s3);
}

/** In the data folder, and beside the backups. */
export async function openLedger(
  environment: Pick<Environment, "backups" | "dataDir">,
  database: Pick<Database, "read">,
): Promise<ErasureLedger> {
  const place = await openBackupPlace(environment.backups, !await hasBackup(database));
  // Staff are told of its absence by the first backup.
  await place.prepare().catch(() => undefined);
  return createErasureLedger(ledgerPath(environment), place.ledger);
}

/** Whether one was ever made: a folder that is missing since then is away. */
export async function hasBackup(database: Pick<Database, "read">): Promise<boolean> {
  const row = await tablesOf(database).selectFrom("backup_outcomes").select("made_at_ms")
    .executeTakeFirst();
  return row?.made_at_ms != null;
}
