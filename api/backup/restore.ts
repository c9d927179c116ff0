/** Restores a backup: opens and checks it, prepares it for the service, and replaces the database. */
import { access, constants, mkdir, open, rename, rm, stat, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Database, openDatabase } from "../../events/store/database.ts";
import { tablesOf } from "../../events/store/queries.ts";
import { writeCopy } from "../../events/store/write-copy.ts";
import { isServer } from "../config/combinations.ts";
import type { Environment } from "../config/env.ts";
import { identitiesIn, type Identity, NotAnIdentity } from "../config/identities.ts";
import { addIdentity, readIdentities } from "../config/secret-file.ts";
import { databasePath } from "../node/private-files.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { BackupRefused, fullDisk, isFullDisk, maxBackupBytes, refusals } from "./backup-refused.ts";
import { prepareCopy, type RestoreCounts, restorePictures } from "./prepare-copy.ts";
import { putInPlace } from "./put-in-place.ts";
import { type CheckedBackup, readBackup, requireRoomFor, writeDatabaseOf } from "./read-backup.ts";

type RestoreEnvironment = Pick<
  Environment,
  "dataDir" | "database" | "secret" | "secretFile" | "s3"
>;

/** Reports progress from 0 to 1. */
type Report = (share: number) => void;

export interface Checked extends CheckedBackup {
  readonly identity: Identity;
}

interface PrepareParts {
  readonly checked: Checked;
  /** Id of the empty installation. */
  readonly installation: string;
  readonly objects: Pick<ObjectStore, "put">;
  readonly erased: ReadonlySet<string>;
  readonly now: Date;
}

/** A folder on the database's disk, so that a rename can replace the database. */
export function restoreFolder({ database: { url }, dataDir }: RestoreEnvironment): string {
  return join(isServer(url) ? dataDir : dirname(databasePath(url)), "restore");
}

/** The files of one restore. Each step can be repeated. */
export function createRestoreFiles(environment: RestoreEnvironment) {
  const folder = restoreFolder(environment);
  const [received, copy, prepared] = ["received.age", "copy.db", "alumni.db"]
    .map((name) => join(folder, name)) as [string, string, string];

  /** Removes a database file, and SQLite's files beside it. */
  async function remove(path: string): Promise<void> {
    // A connection that isn't released yet would keep the bytes on the disk.
    await truncate(path).catch(undefinedWhenMissing);
    for (const ending of ["", "-wal", "-shm", "-journal"]) await rm(path + ending, { force: true });
  }

  return {
    /** Removes all files of a restore. */
    async clear(): Promise<void> {
      await remove(copy);
      await rm(folder, { recursive: true, force: true });
    },

    /**
     * Stores a backup that is uploaded or read from a place. Resolves with its size.
     * @throws {BackupRefused} If it is too large, incomplete, or the disk is full.
     */
    async receive(
      body: ReadableStream<Uint8Array>,
      declaredBytes: number | undefined,
      report: Report,
      until?: AbortSignal,
    ): Promise<number> {
      try {
        if (declaredBytes !== undefined && declaredBytes > maxBackupBytes) {
          throw new BackupRefused(refusals.tooLarge);
        }
        await this.clear();
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await requireRoomFor(2 * (declaredBytes ?? 0), folder);
        const bytes = await write(`${received}.unfinished`, body, declaredBytes, report, until);
        if (declaredBytes !== undefined && bytes !== declaredBytes) {
          throw new BackupRefused(refusals.cut);
        }
        await rename(`${received}.unfinished`, received);
        return bytes;
      } catch (error) {
        await body.cancel().catch(() => undefined);
        await this.clear();
        throw isFullDisk(error) ? fullDisk() : error;
      }
    },

    /** Opens a backup and checks all of it. @param file The received backup by default. @throws {BackupRefused} */
    async check(
      { file = received, secret }: { readonly file?: string | undefined; readonly secret: string },
      report: Report,
      until?: AbortSignal,
    ): Promise<Checked> {
      const identities = await readTyped(secret);
      const { size } = await stat(file);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await remove(copy);
      await requireRoomFor(size, folder);
      const texts = identities.map(({ identity }) => identity);
      try {
        const checked = await readBackup({ file, copy, identities: texts }, report, until);
        const identity = identities.find(({ keyId }) => keyId === checked.keyId);
        if (identity === undefined) throw new BackupRefused(refusals.wrongSecret);
        await refuseUnknownSecret(environment, identity);
        // Frees the disk space for the next step.
        await rm(received, { force: true });
        const pictures = environment.s3 === undefined ? checked.pictureBytes : 0;
        await requireRoomFor((await stat(copy)).size + pictures, folder);
        return { ...checked, identity };
      } catch (error) {
        await remove(copy);
        throw error;
      }
    },

    /** Restores its pictures, and prepares its database for the service. */
    async prepare(
      { checked: { identity, about }, objects, erased, ...parts }: PrepareParts,
      report: Report,
    ): Promise<RestoreCounts> {
      try {
        await restorePictures({ copy, objects, erased }, (share) => report(share * 0.7));
        await remove(prepared);
        await writeDatabaseOf(copy, prepared);
        await remove(copy);
        report(0.8);
        const madeAt = new Date(about.madeAt);
        const counts = await prepareCopy({ path: prepared, identity, erased, madeAt, ...parts });
        report(1);
        return counts;
      } catch (error) {
        throw isFullDisk(error) ? fullDisk() : error;
      }
    },

    /**
     * Replaces the empty database, which must be closed. Adds the backup's secret to the secret file.
     * @param report Only used on a server, where it takes long.
     */
    async replace({ identity: { identity } }: Checked, report: Report): Promise<void> {
      if (environment.secret === undefined) await addIdentity(environment.secretFile, identity);
      const { url } = environment.database;
      if (!isServer(url)) return await putInPlace(prepared, databasePath(url));
      const database = await openDatabase({ ...environment.database, durability: "full" });
      try {
        await writeCopy(database, prepared, report);
      } finally {
        database.close();
      }
    },
  };
}

export type RestoreFiles = ReturnType<typeof createRestoreFiles>;

function undefinedWhenMissing(error: { readonly code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** A backup can only replace a directory without any member. */
export async function isWithoutMembers(database: Pick<Database, "read">): Promise<boolean> {
  const someone = await tablesOf(database).selectFrom("members").select("member_id").limit(1)
    .executeTakeFirst();
  return someone === undefined;
}

/** @throws {BackupRefused} If it isn't a secret. The message never contains it. */
async function readTyped(secret: string): Promise<readonly Identity[]> {
  try {
    return await identitiesIn(secret);
  } catch (error) {
    if (!(error instanceof NotAnIdentity)) throw error;
    throw new BackupRefused(
      "This isn't a complete secret. It begins with AGE-SECRET-KEY-1 and has 74 letters and digits. Compare " +
        "what you typed with your copy.",
    );
  }
}

/** Restored data can only be read if the next start has its secret, too. @throws {BackupRefused} */
async function refuseUnknownSecret(
  { secret, secretFile }: RestoreEnvironment,
  { keyId }: Identity,
): Promise<void> {
  const isIn = (known: readonly Identity[] = []) => known.some((one) => one.keyId === keyId);
  if (secret !== undefined) {
    if (isIn(await identitiesIn(secret))) return;
    throw new BackupRefused(
      "This secret is right, but the service takes its secret from the variable SECRET. Set SECRET to the " +
        "secret that you typed, start the service again, and restore then.",
    );
  }
  if (isIn(await readIdentities(secretFile))) return;
  try {
    await mkdir(dirname(secretFile), { recursive: true, mode: 0o700 });
    // Replaces the file by one with an additional line.
    await access(dirname(secretFile), constants.W_OK);
  } catch {
    throw new BackupRefused(
      `This secret is right, but the service can't write it to ${secretFile}. Add it there as another line, ` +
        "then restore again.",
    );
  }
}

async function write(
  path: string,
  body: ReadableStream<Uint8Array>,
  declaredBytes: number | undefined,
  report: Report,
  until?: AbortSignal,
): Promise<number> {
  const file = await open(path, "w", 0o600);
  const parts = body[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await parts.next().catch(() => {
        throw new BackupRefused(refusals.cut);
      });
      if (done) break;
      until?.throwIfAborted();
      bytes += value.byteLength;
      if (bytes > maxBackupBytes) throw new BackupRefused(refusals.tooLarge);
      await file.writeFile(value);
      if (declaredBytes !== undefined) report(Math.min(1, bytes / declaredBytes));
    }
    await file.sync();
  } finally {
    await parts.return?.().catch(() => undefined);
    await file.close();
  }
  return bytes;
}
