/**
 * Makes database files from full backups.
 *
 * @module
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../events/database.ts";
import { takeOver } from "../../../events/installation.ts";
import { openLibsqlLog } from "../../../events/log/libsql.ts";
import { fillVault } from "../../../events/vault/copy-vault.ts";
import { openVault } from "../../../events/vault/vault.ts";
import { fileUrl } from "./database-file.ts";
import { appendFiles, type Appending } from "./log-copy.ts";
import type { LogContent, VaultContent } from "./manifest.ts";
import type { StageOptions } from "./restore.ts";
import { inFolder, SealedFiles } from "./sealed-files.ts";
import { readVaultFiles } from "./vault-copy.ts";

/** Makes files of a log and a vault in a folder. Returns members who were erased since their copy. */
export async function unpack(
  folder: string,
  { log, vault, secrets: { claimKey }, ...appending }: StageOptions,
): Promise<ReadonlySet<string>> {
  const [events, keys] = [join(folder, "events.db"), join(folder, "vault.db")];
  const filesOf = ({ path }: { readonly path: string }) =>
    new SealedFiles(inFolder(path), claimKey);
  if (typeof vault === "string") await copyFile(vault, keys);
  else if (vault.content.format === 1) await copyFile(join(vault.path, "vault.db"), keys);
  else await unpackVault(keys, filesOf(vault), vault.content);
  if (log.content.format === 2) {
    return await unpackLog(events, filesOf(log), log.content, appending);
  }
  await copyFile(join(log.path, "log.db"), events);
  return new Set();
}

/** Makes a new file of a log from a full backup's segments. Returns members who were erased. */
export async function unpackLog(
  path: string,
  sealed: SealedFiles,
  { files, installation }: Pick<LogContent, "files" | "installation">,
  appending: Appending,
): Promise<ReadonlySet<string>> {
  const events = await openDatabase({ url: fileUrl(path), durability: "normal" });
  const erased = new Set<string>();
  try {
    await openLibsqlLog(events, () => Date.now());
    await events.write(takeOver(installation));
    const segments = files.filter(({ name }) => /^\d+$/.test(name));
    await appendFiles(events, sealed, segments, erased, appending);
  } finally {
    events.close();
  }
  return erased;
}

/** Makes a new file of a vault from a full backup. */
async function unpackVault(
  path: string,
  sealed: SealedFiles,
  content: VaultContent,
): Promise<void> {
  const vault = await openDatabase({ url: fileUrl(path), durability: "normal" });
  try {
    // Only makes the tables: no key is wrapped or opened.
    await openVault({ database: vault, kek: new Uint8Array(32) });
    await vault.write(takeOver(content.installation));
    await fillVault(vault, await readVaultFiles(sealed, content));
  } finally {
    vault.close();
  }
}
