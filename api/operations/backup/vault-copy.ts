/** Copy of the vault: all of it in one file, read at one moment. */
import type { Database } from "../../../events/database.ts";
import { readVault, VaultRows } from "../../../events/vault/copy-vault.ts";
import { BadBackup, type VaultContent } from "./manifest.ts";
import type { SealedFiles } from "./sealed-files.ts";

const fileName = "vault";

/** @param tables By default all but sessions and the like. */
export async function putVault(
  vault: Database,
  sealed: SealedFiles,
  tables?: readonly string[],
): Promise<Pick<VaultContent, "files" | "keys">> {
  const rows = await readVault(vault, tables);
  return {
    files: [await sealed.put(fileName, rows)],
    keys: rows.member_keys?.rows.length ?? 0,
  };
}

/** @throws {BadBackup} */
export async function readVaultFiles(
  sealed: SealedFiles,
  { files }: Pick<VaultContent, "files">,
): Promise<VaultRows> {
  const [file] = files;
  if (file === undefined) throw new BadBackup(`${sealed.place.pathOf(fileName)} is missing`);
  const rows = VaultRows.safeParse(await sealed.read(file.name, file));
  if (rows.success) return rows.data;
  throw new BadBackup(`${sealed.place.pathOf(file.name)} is damaged, or from another version`);
}
