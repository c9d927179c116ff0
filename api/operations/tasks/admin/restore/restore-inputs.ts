/** Input of a restore: checked backups, the remaining vault, and everyone known to be erased. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseDamaged } from "../../../../../events/database-errors.ts";
import { whyNotRead } from "../../../../../events/named-file.ts";
import { verifyFile } from "../../../../../events/verify-file.ts";
import { erasedIn, openFinished } from "../../../backup/database-file.ts";
import { chooseBackup, exists } from "../../../backup/folders.ts";
import {
  type BackupKind,
  BadBackup,
  type ContentOf,
  readManifest,
} from "../../../backup/manifest.ts";
import type { Checked } from "../../../backup/unpack.ts";
import type { Secrets } from "../../../../config/secrets.ts";
import { createErasureLedger } from "../../../../erasure/ledger.ts";
import { TaskError } from "../../task.ts";

/** The backup that a person means, with every file checked. @throws {BadBackup} */
export async function checkedBackup<K extends BackupKind>(
  given: string,
  kind: K,
  { claimKey }: Pick<Secrets, "claimKey">,
): Promise<Checked<K>> {
  const path = await chooseBackup(given, kind);
  const content = await readManifest(path, claimKey);
  if (content.kind !== kind) throw new BadBackup(`${path} isn't a backup of the ${kind}`);
  for (const { name, bytes, sha256 } of content.files) {
    const file = join(path, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw new BadBackup(`${file} is missing`);
    if (found.size !== bytes || await digestOfFile(file) !== sha256) {
      throw new BadBackup(`${file} is damaged: it isn't what was backed up`);
    }
  }
  return { path, content: content as ContentOf<K> };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * A copy of the current vault, since a restore erases members in it. No process has it open, so
 * everything is in one file.
 * @throws {TaskError} When there is none, or it is damaged.
 */
export async function copyOfVault(path: string | undefined, scratch: string): Promise<string> {
  const refused = (what: string) =>
    new TaskError(`${what} with --vault-from. Nothing was changed.`);
  if (path === undefined) {
    throw refused(
      "VAULT_URL is on a server, and only an empty one can be restored to. Give the vault's backup",
    );
  }
  if (!await exists(path)) {
    throw refused(
      "There is no vault, and without it no one's data can be read. Give its backup",
    );
  }
  const copy = join(scratch, "vault-that-stays.db");
  await copyFile(path, copy);
  if (await isDamaged(copy)) throw refused(`${path} is damaged. Give the vault's backup`);
  return copy;
}

async function isDamaged(path: string): Promise<boolean> {
  try {
    const database = await openFinished(path);
    const wrong = await verifyFile(database);
    database.close();
    return wrong !== undefined;
  } catch (error) {
    if (error instanceof DatabaseDamaged) return true;
    throw error;
  }
}

/**
 * Erased members in any ledger, or in the replaced log.
 * @param given A file of ids named by the operator.
 * @param ledgers More files of ids; missing ones are skipped.
 * @param replacedLog The log that the restore replaces, if it is a file.
 * @throws {TaskError} When the named file can't be read.
 */
export async function knownErasures(
  given: string | undefined,
  ledgers: readonly string[],
  replacedLog: string | undefined,
): Promise<Set<string>> {
  if (given !== undefined) {
    if (!await exists(given)) throw new TaskError(`--erasures: there is no file ${given}`);
    await readFile(given).catch((error) => {
      throw new TaskError(`--erasures: ${whyNotRead(given, error) ?? `${given} can't be read`}`);
    });
  }
  const erased = new Set<string>();
  for (const path of given === undefined ? ledgers : [given, ...ledgers]) {
    for (const memberId of await createErasureLedger(path).memberIds()) erased.add(memberId);
  }
  if (replacedLog === undefined || !await exists(replacedLog)) return erased;
  try {
    const replaced = await openFinished(replacedLog);
    for (const memberId of await erasedIn(replaced)) erased.add(memberId);
    replaced.close();
  } catch {
    console.error(
      `${replacedLog} can't be read, so accounts that were deleted and are only in this list may come back.`,
    );
  }
  return erased;
}
