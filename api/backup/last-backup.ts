import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const When = z.iso.datetime().optional();
const LastBackup = z.object({ log: When, vault: When });
/** When the log and the vault were last backed up, in ISO 8601. */
export type LastBackup = z.infer<typeof LastBackup>;

const pathIn = (dataDir: string) => join(dataDir, "last-backup.json");

/** As far as this data folder knows. */
export async function readLastBackup(dataDir: string): Promise<LastBackup> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8")));
  } catch {
    return {};
  }
}

export async function noteLastBackup(dataDir: string, made: LastBackup): Promise<void> {
  const text = JSON.stringify({ ...await readLastBackup(dataDir), ...made });
  // Whole or not at all, also when two backups end at once.
  const unfinished = `${pathIn(dataDir)}.${crypto.randomUUID()}`;
  await writeFile(unfinished, `${text}\n`, { mode: 0o600 });
  await rename(unfinished, pathIn(dataDir));
}
