import { randomUUID } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BackupKind, BadBackup, manifestName } from "./manifest.ts";

const unfinished = ".unfinished-";
/** Longer than any backup takes: the process that began this one has ended. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Starts a backup in a folder of its own. Its name shows that it is unfinished. */
export async function startBackup(
  parent: string,
  kind: BackupKind,
  at: Date,
) {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const folder = join(parent, `${unfinished}${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return {
    /** Where its files are put. */
    folder,
    /** Completes it with this manifest, and replaces nothing. Returns its path. */
    async finish(manifest: string): Promise<string> {
      await writeFile(join(folder, manifestName), manifest, { mode: 0o600, flush: true });
      await syncFolder(folder);
      const path = await moveToFreeName(folder, join(parent, nameOf(kind, at)));
      await syncFolder(parent);
      return path;
    },
    /** Removes it, unless it is finished. */
    abandon: (): Promise<void> => rm(folder, { recursive: true, force: true }),
  };
}

/** The complete backups of a kind in a folder, oldest first. */
export async function backupsIn(parent: string, kind: BackupKind): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const pattern = new RegExp(`^${kind}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ(-\\d\\d)?$`);
  return names.filter((name) => pattern.test(name)).sort().map((name) => join(parent, name));
}

/**
 * The backup at this path, or the latest in a folder of backups.
 *
 * @throws {BadBackup} When there is none.
 */
export async function chooseBackup(path: string, kind: BackupKind): Promise<string> {
  if (await isThere(join(path, manifestName))) return path;
  const latest = (await backupsIn(path, kind)).at(-1);
  if (latest === undefined) throw new BadBackup(`${path} has no complete backup of the ${kind}`);
  return latest;
}

/** Resolves once a file or folder is on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const syncFolder = syncFile;

/** Name of a backup's folder: its time to the second, in UTC, so that names sort by time. */
export function nameOf(kind: BackupKind, at: Date): string {
  return `${kind}-${at.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}`;
}

/** Of two backups in the same second, the later one gets a number after its name. */
async function moveToFreeName(folder: string, name: string): Promise<string> {
  for (let number = 1;; number++) {
    const path = number === 1 ? name : `${name}-${String(number).padStart(2, "0")}`;
    try {
      await rename(folder, path);
      return path;
    } catch (error) {
      // A rename never replaces a folder with content, not even one that was created just now.
      const isTaken = ["ENOTEMPTY", "EEXIST"].includes((error as { code?: string }).code ?? "");
      if (!isTaken || number === 99) throw error;
    }
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(unfinished)) continue;
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(() => true, () => false);
}
