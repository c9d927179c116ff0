/** Full backups of a running product: the log with its pictures, and the vault elsewhere. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../events/database.ts";
import { installationOf } from "../../../events/installation.ts";
import { lastPlace } from "../../../events/log/segment.ts";
import { createErasureLedger } from "../../erasure/ledger.ts";
import { ownerOf } from "../../objects/keys.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { refuseShorterLog } from "./ancestry.ts";
import { erasedIn } from "./database-file.ts";
import { backupsIn, startBackup } from "./folders.ts";
import { LogCopy } from "./log-copy.ts";
import { type BackupContent, type BackupKind, signedManifest, written } from "./manifest.ts";
import {
  copyPictures,
  type ListedPicture,
  pictureListName,
  picturesIn,
  readList,
  removeUnlisted,
  writeList,
} from "./pictures.ts";
import { describeFile, inFolder, SealedFiles } from "./sealed-files.ts";
import { unpackLog } from "./unpack.ts";
import { putVault } from "./vault-copy.ts";

/** File beside backups: ids of members erased since the oldest of them, or before. */
export const erasuresName = "erasures";

export interface BackUpDependencies {
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly objects: ObjectStore;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** Throws once the operator has interrupted the command. */
  readonly checkInterrupt: () => Promise<void>;
  /** Called with the part being copied, and the progress. */
  readonly report: (what: "Log position" | "Pictures", done: number) => void;
}

const maxTries = 5;

/**
 * Backs up the log, then its pictures; again if one was replaced or erased meanwhile. While the
 * object store is unavailable, the newest pictures are left out.
 *
 * @throws {BadBackup} When the folder has a backup of a longer log, or the copy can't be restored.
 */
export async function backUpLog(parent: string, deps: BackUpDependencies) {
  const { databases: { events }, now, checkInterrupt } = deps;
  const backup = await beginBackup("log", parent, deps);
  const { folder, sealed } = backup;
  try {
    const latest = (await backupsIn(parent, "log")).at(-1);
    let known: readonly ListedPicture[] = latest === undefined ? [] : await readList(latest);
    const pictures = async () => {
      const copied = await copyPictures({
        from: deps.objects,
        to: picturesIn(parent),
        known,
        checkInterrupt,
        report: (done) => deps.report("Pictures", done),
      });
      known = copied.list;
      return copied;
    };
    // Most of the work, so that the copy after the log is short.
    let copied = await pictures();
    const log = new LogCopy(events, sealed);
    let arePicturesStable = false;
    let at = now();
    for (let tries = 1; !arePicturesStable && tries <= maxTries; tries++) {
      for (let segment = await log.read(); segment !== undefined; segment = await log.read()) {
        await checkInterrupt();
        await log.put(segment);
        deps.report("Log position", segment.to.position);
      }
      at = now();
      if (copied.isWhole) copied = await pictures();
      arePicturesStable = !copied.isWhole || !await hasReplacedPictures(events, log.to.position);
    }
    await tryRestore(join(folder, "trial.db"), sealed, log, checkInterrupt);
    const { files, to } = log;
    const { position } = to;
    const erased = await erasedIn(events);
    const list = copied.list.filter(({ key }) => !erased.has(ownerOf(key)));
    const listed = new TextEncoder().encode(writeList(list));
    await sealed.place.put(pictureListName, listed);
    const mails = await events.read("SELECT member_id, kind FROM outbox ORDER BY 1, 2");
    const path = await backup.finish({
      kind: "log",
      at: at.toISOString(),
      files: [...files, describeFile(pictureListName, listed)],
      to,
      mails: mails.map((mail) => [String(mail.member_id), String(mail.kind)]),
      ...copied.isWhole ? {} : { lacksPictures: true },
    });
    const lists = await Promise.all((await backupsIn(parent, "log")).map(readList));
    await removeUnlisted(picturesIn(parent), lists, erased);
    return {
      path,
      position,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      pictures: list.length,
      /** The object store was unavailable, so new pictures are missing. */
      lacksPictures: !copied.isWhole,
      /** False if pictures were replaced repeatedly: one of those may be missing. */
      arePicturesStable,
    };
  } finally {
    await backup.abandon();
  }
}

/**
 * Backs up the vault: keys, passwords and members' other data. Made after the log's backup, so that
 * it has the key of every member in it.
 * @throws {BadBackup} When the folder has a backup of a longer log.
 */
export async function backUpVault(parent: string, deps: BackUpDependencies) {
  const backup = await beginBackup("vault", parent, deps);
  try {
    const at = deps.now().toISOString();
    const log = await lastPlace(deps.databases.events);
    const copied = await putVault(deps.databases.vault, backup.sealed);
    return { path: await backup.finish({ kind: "vault", at, log, ...copied }), keys: copied.keys };
  } finally {
    await backup.abandon();
  }
}

/** Begins a backup that is complete or absent. */
async function beginBackup(
  kind: BackupKind,
  parent: string,
  { databases: { events }, claimKey, now, checkInterrupt }: BackUpDependencies,
) {
  await refuseShorterLog(parent, kind, events);
  const backup = await startBackup(parent, kind, now());
  return {
    ...backup,
    sealed: new SealedFiles(inFolder(backup.folder), claimKey),
    async finish(content: DistributiveOmit<BackupContent, keyof typeof written>): Promise<string> {
      await checkInterrupt();
      const whole = { ...content, ...written, installation: await installationOf(events) };
      const path = await backup.finish(signedManifest(whole, claimKey));
      await createErasureLedger(join(parent, erasuresName)).add(await erasedIn(events));
      return path;
    },
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Finds a backup that can't be restored when it is made. @throws {BadBackup} */
async function tryRestore(
  path: string,
  sealed: SealedFiles,
  { files }: LogCopy,
  checkInterrupt: () => Promise<void>,
): Promise<void> {
  try {
    const content = { files, installation: undefined };
    await unpackLog(path, sealed, content, { checkInterrupt, report() {} });
  } finally {
    for (const end of ["", "-wal", "-shm"]) await rm(`${path}${end}`, { force: true });
  }
}

/** Whether pictures were replaced or erased after a copy of the log. */
async function hasReplacedPictures(events: Database, position: number): Promise<boolean> {
  const rows = await events.read(
    `SELECT 1 FROM events WHERE position > ? AND type IN ('ProfileImageChanged', 'MemberErased')
     LIMIT 1`,
    [position],
  );
  return rows.length > 0;
}
