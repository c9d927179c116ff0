/** Makes a backup, in a worker. */
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Encrypter } from "age-encryption";
import {
  BackupCopy,
  copyDatabase,
  loadDump,
  type StoredPicture,
} from "../../events/store/backup-copy.ts";
import { DatabaseDamaged, DatabaseNotWritable } from "../../events/store/database-errors.ts";
import { pathOf } from "../../events/store/database-place.ts";
import { isServer } from "../config/combinations.ts";
import type { Environment } from "../config/env.ts";
import { freeBytesAt } from "../node/data-folder.ts";
import { pictures as picturesPrefix } from "../objects/keys.ts";
import { type ObjectStore, ObjectsUnavailable, readAll } from "../objects/object-store.ts";
import { openObjects } from "../objects/open.ts";
import { failureOfDisk } from "./folder.ts";
import { toRemove } from "./keep.ts";
import { openBackupPlace } from "./open-place.ts";
import { BackupFailed, type BackupFailure, backupName } from "./place.ts";

export interface BackupOrder {
  readonly environment: Pick<Environment, "database" | "dataDir" | "s3" | "backups">;
  /** The age recipient that the backup is encrypted to. */
  readonly recipient: string;
  readonly version: string;
  /** The program's name, shown before a restore. */
  readonly program: string;
  readonly madeAt: Date;
  /** Retention of weekly backups, in weeks. */
  readonly weeks: number;
  /** Whether to create a missing folder, because it was never used. */
  readonly mayMakeFolder: boolean;
}

export interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  /** When the oldest backup that isn't deleted was made. */
  readonly oldestAt: Date;
}

export type BackupAnswer =
  | { readonly is: "made"; readonly made: MadeBackup }
  | { readonly is: "failed"; readonly code: BackupFailure; readonly message: string };

/** The description of the backup in its table `backup`. */
export interface AboutBackup {
  readonly product: "alumni-connect";
  readonly format: 1;
  readonly version: string;
  readonly madeAt: string;
  readonly program: string;
  readonly people: number;
  readonly pictures: number;
  readonly position: number;
}

/** Room that a backup leaves on a disk, so that people can still save. */
const roomBytes = 64 * 1024 * 1024;
const batchBytes = 8 * 1024 * 1024;
const maxPictureBytes = 32 * 1024 * 1024;

/** Makes a backup, and deletes the expired ones. */
export async function makeBackup(order: BackupOrder): Promise<BackupAnswer> {
  const work = join(order.environment.dataDir, "backup");
  try {
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { mode: 0o700 });
    const made = await make(order, join(work, "alumni.db"));
    return { is: "made", made };
  } catch (error) {
    return { is: "failed", code: codeOf(error), message: messageOf(error) };
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function make(order: BackupOrder, path: string): Promise<MadeBackup> {
  const { environment, madeAt, weeks } = order;
  const { backups: settings } = environment;
  const place = await openBackupPlace(settings, order.mayMakeFolder);
  // Checked before the longest part, because the place may be unavailable.
  await place.prepare();
  await place.tidy();
  await place.list();
  await copy(environment, path);
  await complete(order, path);
  const { size } = await stat(path);
  if (settings.place === "folder") await requireRoom(settings.folder, size);
  const name = backupName(madeAt);
  const encrypter = new Encrypter();
  encrypter.addRecipient(order.recipient);
  // The stream closes the file at its end, or when `write` cancels it.
  const { readable } = await Deno.open(path);
  const bytes = await place.write(name, await encrypter.encrypt(readable));
  const there = await place.list();
  const old = new Set(toRemove(there, madeAt, weeks));
  for (const { name } of old) await place.remove(name);
  const times = there.filter((file) => !old.has(file)).map((file) => file.madeAt.getTime());
  return { name, bytes, oldestAt: new Date(Math.min(madeAt.getTime(), ...times)) };
}

async function copy(
  { database: { url, authToken }, dataDir }: BackupOrder["environment"],
  path: string,
): Promise<void> {
  if (!isServer(url)) {
    const { size } = await stat(pathOf(url)).catch(() => ({ size: 0 }));
    await requireRoom(dataDir, size);
    return await copyDatabase(url, path);
  }
  const address = url.replace(/^libsql:/, "https:").replace(/\/$/, "");
  const headers = new Headers();
  if (authToken !== undefined) headers.set("authorization", `Bearer ${authToken}`);
  const answer = await fetch(`${address}/dump`, { headers, redirect: "error" }).catch((cause) => {
    throw new BackupFailed("away", "the database server doesn't respond", { cause });
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new BackupFailed("away", `the database server answers ${answer.status} to GET /dump`);
  }
  await loadDump(answer.body.pipeThrough(new TextDecoderStream()), path);
}

/** Adds pictures and the description, and removes data that a backup doesn't need. */
async function complete(order: BackupOrder, path: string): Promise<void> {
  const { environment, version, program, madeAt } = order;
  const backup = new BackupCopy(path);
  try {
    backup.endAccess();
    const objects = await openObjects(environment, { claimKey: new Uint8Array() }, () => madeAt);
    for await (const some of storedPictures(objects)) {
      await requireRoom(environment.dataDir, 0);
      backup.add(some);
    }
    const about: AboutBackup = {
      product: "alumni-connect",
      format: 1,
      version,
      madeAt: madeAt.toISOString(),
      program,
      ...backup.counts(),
    };
    backup.finish(JSON.stringify(about));
  } finally {
    backup.close();
  }
}

/** Adds pictures, several at once. */
async function* storedPictures(objects: ObjectStore): AsyncGenerator<readonly StoredPicture[]> {
  let some: StoredPicture[] = [];
  let bytes = 0;
  for await (const { key } of objects.list(picturesPrefix)) {
    const found = await objects.read(key);
    // The owner has removed it since.
    if (found === undefined) continue;
    const body = await readAll(found.body, maxPictureBytes);
    some.push({ key, body });
    bytes += body.byteLength;
    if (bytes < batchBytes) continue;
    yield some;
    [some, bytes] = [[], 0];
  }
  yield some;
}

/** @throws {BackupFailed} */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  if (await freeBytesAt(folder) < bytes + roomBytes) {
    throw new BackupFailed("full", `the disk of ${folder} has too little room for a backup`);
  }
}

function codeOf(error: unknown): BackupFailure {
  if (error instanceof BackupFailed) return error.code;
  if (error instanceof DatabaseDamaged) return "damaged";
  if (error instanceof DatabaseNotWritable || error instanceof ObjectsUnavailable) return "away";
  const { code = "", cause } = error as { code?: unknown; cause?: unknown };
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(String(code))) return "damaged";
  if (/^SQLITE_FULL/.test(String(code))) return "full";
  return failureOfDisk(error) ?? (cause === undefined ? "other" : codeOf(cause));
}

/** Contains paths and codes, but no stored data. */
function messageOf(error: unknown): string {
  if (error instanceof BackupFailed || error instanceof DatabaseDamaged) return error.message;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((word) => typeof word === "string").join(" ");
}
