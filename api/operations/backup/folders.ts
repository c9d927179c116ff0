/** Folders of full backups, named by kind and second in UTC, so that names sort by time. */
import { randomUUID } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BackupKind, BadBackup, manifestName } from "./manifest.ts";

const unfinished = ".unfinished-";
/** Longer than any backup takes: its process has ended. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

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
    folder,
    /** Completes it with this manifest, without replacing anything. Returns its path. */
    async finish(manifest: string): Promise<string> {
      await writeFile(join(folder, manifestName), manifest, { mode: 0o600, flush: true });
      await syncFile(folder);
      const path = await moveToFreeName(folder, join(parent, nameOf(kind, at)));
      await syncFile(parent);
      return path;
    },
    abandon: (): Promise<void> => rm(folder, { recursive: true, force: true }),
  };
}

/** Complete backups of a kind, oldest first. */
export async function backupsIn(parent: string, kind: BackupKind): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const pattern = new RegExp(`^${kind}-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ(-\\d\\d)?$`);
  return names.filter((name) => pattern.test(name)).sort().map((name) => join(parent, name));
}

/** The backup at this path, or the latest in a folder. @throws {BadBackup} Without one. */
export async function chooseBackup(path: string, kind: BackupKind): Promise<string> {
  if (await exists(join(path, manifestName))) return path;
  const latest = (await backupsIn(path, kind)).at(-1);
  if (latest === undefined) throw new BadBackup(`${path} has no complete backup of the ${kind}`);
  return latest;
}

/** The latest backup up to a time, including its last second, if any. */
export async function latestBackup(
  parent: string,
  kind: BackupKind,
  from: Date,
  until: Date,
): Promise<string | undefined> {
  const [first, last] = [nameOf(kind, from), nameOf(kind, until)];
  return (await backupsIn(parent, kind)).findLast((path) => {
    // Without the number of a second backup in the same second.
    const name = basename(path).replace(/Z-\d\d$/, "Z");
    return name >= first && name <= last;
  });
}

/** The latest backup dated after now: this clock is slow, or it was fast then. */
export async function backupOfTheFuture(
  parent: string,
  kind: BackupKind,
  now: Date,
): Promise<string | undefined> {
  const nextSecond = new Date(now.getTime() + 1000);
  return await latestBackup(parent, kind, nextSecond, new Date("9999-12-31"));
}

/**
 * Removes backups of all but the newest days with any. Backups of one day are stored or removed
 * together, so many of one day cost no other day.
 * @param all The backups that may be removed, oldest first.
 * @returns How many were removed.
 */
export async function retainDays(all: readonly string[], days: number): Promise<number> {
  const byDay = Map.groupBy(all, (path) => basename(path).replace(/T[^T]*$/, ""));
  const old = [...byDay.values()].slice(0, -days).flat();
  for (const path of old) await rm(path, { recursive: true });
  return old.length;
}

const hourMs = 60 * 60 * 1000;
/** One was missed, and a day has passed in which it could have been repeated. */
const recentMs = 48 * hourMs;
/** Daily backups try every hour, so a new log gets its first one by then. */
const firstMs = 2 * hourMs;

export interface BackupCheck {
  readonly isWell: boolean;
  readonly what: string;
}

/**
 * Whether there is a recent backup, or nothing to back up.
 * @param firstEventAt When the log's first event was recorded; only asked if there is no backup.
 */
export async function checkBackups(
  parent: string,
  kind: BackupKind,
  now: Date,
  firstEventAt: () => Promise<Date | undefined>,
): Promise<BackupCheck> {
  const recent = await latestBackup(parent, kind, new Date(now.getTime() - recentMs), now);
  if (recent !== undefined) return { isWell: true, what: `The ${kind} is backed up: ${recent}` };
  const last = (await backupsIn(parent, kind)).at(-1);
  if (last !== undefined) {
    return { isWell: false, what: `The ${kind} has no backup of the last two days, but ${last}` };
  }
  const first = await firstEventAt();
  if (first === undefined) {
    return { isWell: true, what: `The ${kind} has no backup: nothing has been recorded yet` };
  }
  const since = `${first.toISOString().slice(0, 16)}Z`;
  return {
    isWell: now.getTime() - first.getTime() < firstMs,
    what: `The ${kind} has no backup in ${parent}, and people have registered since ${since}`,
  };
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function nameOf(kind: BackupKind, at: Date): string {
  return `${kind}-${at.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}`;
}

/** The later backup of the same second gets a number. */
async function moveToFreeName(folder: string, name: string): Promise<string> {
  for (let number = 1;; number++) {
    const path = number === 1 ? name : `${name}-${String(number).padStart(2, "0")}`;
    try {
      await rename(folder, path);
      return path;
    } catch (error) {
      // A rename never replaces a folder with content, even one created just now.
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

export async function exists(path: string): Promise<boolean> {
  return await access(path).then(() => true, () => false);
}
