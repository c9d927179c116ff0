import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../../events/database.ts";
import { copyInstallationId } from "../../../events/installation.ts";
import { openLibsqlLog } from "../../../events/log/libsql.ts";
import { fillVault } from "../../../events/vault/copy-vault.ts";
import { openVault } from "../../../events/vault/vault.ts";
import type { Secrets } from "../../config/secrets.ts";
import type { CopyStores } from "../../objects/open.ts";
import { fileUrl } from "./database-file.ts";
import { appendFiles, type Appending } from "./log-copy.ts";
import type { BackupKind, ContentOf, LogContent, VaultContent } from "./manifest.ts";
import { inFolder, SealedFiles } from "./sealed-files.ts";
import { readVaultFiles } from "./vault-copy.ts";

/** A full backup whose files were checked. */
export interface Checked<K extends BackupKind> {
  readonly path: string;
  readonly content: ContentOf<K>;
}

export interface StageOptions extends Appending {
  readonly log: Checked<"log">;
  /** The vault that belongs beside it: a backup, or a file. */
  readonly vault: Checked<"vault"> | string;
  readonly secrets: Secrets;
  readonly erased: ReadonlySet<string>;
  /**
   * A missing key means an erasure if the vault is known to be no older than the log. Otherwise a
   * few may be erased; if most keys are missing, it is another vault.
   */
  readonly withoutKey: "are-erased" | "are-erased-if-few" | "are-lost";
  readonly continuous?: CopyStores | undefined;
}

/** Files of a log and vault. Returns members erased since their copy. */
export async function unpack(
  folder: string,
  { log, vault, secrets: { claimKey }, ...appending }: StageOptions,
): Promise<ReadonlySet<string>> {
  const [events, keys] = [join(folder, "events.db"), join(folder, "vault.db")];
  const filesOf = ({ path }: { readonly path: string }) =>
    new SealedFiles(inFolder(path), claimKey);
  if (typeof vault === "string") await copyFile(vault, keys);
  else await unpackVault(keys, filesOf(vault), vault.content);
  return await unpackLog(events, filesOf(log), log.content, appending);
}

/** A log file from a full backup's segments. Returns erased members. */
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
    await events.write(copyInstallationId(installation));
    const segments = files.filter(({ name }) => /^\d+$/.test(name));
    await appendFiles(events, sealed, segments, erased, appending);
  } finally {
    events.close();
  }
  return erased;
}

async function unpackVault(
  path: string,
  sealed: SealedFiles,
  content: VaultContent,
): Promise<void> {
  const vault = await openDatabase({ url: fileUrl(path), durability: "normal" });
  try {
    // Only creates tables: no key is used.
    await openVault({ database: vault, kek: new Uint8Array(32) });
    await vault.write(copyInstallationId(content.installation));
    await fillVault(vault, await readVaultFiles(sealed, content));
  } finally {
    vault.close();
  }
}
