/**
 * What a restore starts from: checked backups, and the files that it is given or that stay.
 *
 * @module
 */
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseDamaged } from "../../../../../events/database-errors.ts";
import { whyNotRead } from "../../../../../events/named-file.ts";
import { verifyFile } from "../../../../../events/verify/verify-file.ts";
import type { Secrets } from "../../../../config/secrets.ts";
import { openFinished } from "../../../backup/database-file.ts";
import { chooseBackup, isThere } from "../../../backup/folders.ts";
import {
  type BackupContent,
  BadBackup,
  checkFiles,
  readManifest,
} from "../../../backup/manifest.ts";
import { TaskError } from "../../task.ts";

/**
 * The backup that a person means, with every file checked.
 *
 * @throws {BadBackup}
 */
export async function checkedBackup<K extends BackupContent["kind"]>(
  given: string,
  kind: K,
  { claimKey }: Secrets,
) {
  const path = await chooseBackup(given, kind);
  const content = await readManifest(path, claimKey);
  if (content.kind !== kind) throw new BadBackup(`${path} isn't a backup of the ${kind}`);
  await checkFiles(path, content.files);
  return { path, content: content as Extract<BackupContent, { kind: K }> };
}

/** A file of erasures. @throws {TaskError} When it can't be read. */
export async function existing(path: string): Promise<string> {
  if (!await isThere(path)) throw new TaskError(`--erasures: there is no file ${path}`);
  await readFile(path).catch((error) => {
    throw new TaskError(`--erasures: ${whyNotRead(path, error) ?? `${path} can't be read`}`);
  });
  return path;
}

/**
 * A copy of the current vault: a restore erases members in it. No process has it open, so everything is in
 * the one file.
 *
 * @throws {TaskError} When there is none, or it is damaged.
 */
export async function copyOfVault(path: string | undefined, scratch: string): Promise<string> {
  if (path === undefined) {
    throw new TaskError(
      "VAULT_URL is on a server, and only an empty one can be restored to. Give the vault's backup " +
        "with --vault-from. Nothing was changed.",
    );
  }
  if (!await isThere(path)) {
    throw new TaskError(
      "There is no vault, and without it no one's data can be read. Give its backup with " +
        "--vault-from. Nothing was changed.",
    );
  }
  const copy = join(scratch, "vault-that-stays.db");
  await copyFile(path, copy);
  if (await wrongWith(copy) !== undefined) {
    throw new TaskError(
      `${path} is damaged. Give the vault's backup with --vault-from. Nothing was changed.`,
    );
  }
  return copy;
}

async function wrongWith(path: string): Promise<string | undefined> {
  try {
    const database = await openFinished(path);
    const wrong = await verifyFile(database);
    database.close();
    return wrong;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return error.what;
    throw error;
  }
}
