import { readFile, writeFile } from "node:fs/promises";
import { Decrypter } from "age-encryption";
import { databaseIn } from "../../events/testing/database.ts";
import { basename, dirname } from "node:path";

/** Decrypts a backup into a file. */
export async function decryptBackup(
  file: string,
  { identity, to }: { readonly identity: string; readonly to: string },
): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  await writeFile(to, await decrypter.decrypt(new Uint8Array(await readFile(file))), {
    mode: 0o600,
  });
}

/** The database of a backup, decrypted beside it. */
export async function openBackup(file: string, identity: string) {
  const to = `${file}.db`;
  await decryptBackup(file, { identity, to });
  return await databaseIn(dirname(to), basename(to));
}
