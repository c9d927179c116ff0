/**
 * Backups of a running product: the log with its pictures, and the vault somewhere else.
 *
 * @module
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../events/database.ts";
import { installationOf } from "../../../events/installation.ts";
import { signHead } from "../../../events/verify/head.ts";
import { type Finding, verifyLog } from "../../../events/verify/verify-log.ts";
import product from "../../../package.json" with { type: "json" };
import { createErasureLedger } from "../../erasure/ledger.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { erasedIn, openFinished, writeFinished } from "./database-file.ts";
import { backupsIn, startBackup } from "./folders.ts";
import { type BackupDetails, type BackupKind, describeFile, signedManifest } from "./manifest.ts";
import {
  copyPictures,
  ownerOf,
  pictureListName,
  picturesIn,
  readList,
  removeUnlisted,
  writeList,
} from "./pictures.ts";
import { headNow, refuseLesserLog } from "./same-log.ts";

/** A file beside the backups of a folder: ids of members erased since the oldest of them, or before. */
export const erasuresName = "erasures";

export interface BackUpDependencies {
  /** Migrated. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  /** Whether a database is a file, which is copied as such. */
  readonly isFile: Readonly<Record<"events" | "vault", boolean>>;
  readonly objects: ObjectStore;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** Throws once the operator has interrupted the command. */
  readonly checkInterrupt: () => Promise<void>;
  /** Called with the part that is being copied, and how far it is. */
  readonly report: (what: "Log position" | "Pictures", done: number) => void;
}

export interface LogBackup {
  readonly path: string;
  readonly position: number;
  readonly bytes: number;
  readonly pictures: number;
  /** Whether the picture storage was away: new pictures are not in it. */
  readonly lacksPictures: boolean;
  /** False when pictures were replaced again and again: one that was may be missing. */
  readonly isQuiet: boolean;
}

export interface VaultBackup {
  readonly path: string;
  readonly keys: number;
}

/** Error: the copied log fails its verification, and no backup was made. */
export class LogIsBroken extends Error {
  override readonly name = "LogIsBroken";

  constructor(readonly findings: readonly Finding[]) {
    super("Someone changed the log after it was recorded");
  }
}

const maxTries = 5;

/**
 * Backup of the log with its pictures, in a folder of backups. Pictures are copied after the log. When
 * one was replaced or erased in the meantime, it copies again, so that every picture of the copied log is
 * there. While the object store is away, the log is backed up without its newest pictures.
 *
 * @throws {LogIsBroken}
 * @throws {BadBackup} When the folder has a backup of a longer log.
 */
export async function backUpLog(parent: string, deps: BackUpDependencies): Promise<LogBackup> {
  const { databases: { events }, claimKey, now, checkInterrupt } = deps;
  const report = async (position: number) => {
    await checkInterrupt();
    deps.report("Log position", position);
  };
  const backup = await makeBackup("log", parent, deps, async (folder) => {
    const path = join(folder, "log.db");
    const latest = (await backupsIn(parent, "log")).at(-1);
    const listed = latest === undefined ? [] : await readList(latest);
    const known = new Map(listed.map((picture) => [picture.key, picture]));
    const pictures = () =>
      copyPictures({
        from: deps.objects,
        to: picturesIn(parent),
        known,
        checkInterrupt,
        report: (done) => deps.report("Pictures", done),
      });
    // Most of the work, so that the copy after the log is short.
    let copied = await pictures();
    let isQuiet = false;
    let at = now();
    for (let tries = 1; !isQuiet && tries <= maxTries; tries++) {
      await checkInterrupt();
      for (const picture of copied.list) known.set(picture.key, picture);
      await rm(path, { force: true });
      await writeFinished("events", events, path, { isFile: deps.isFile.events, report });
      at = now();
      if (copied.isWhole) copied = await pictures();
      isQuiet = !copied.isWhole || !await hasReplacedPictures(events, path);
    }
    const { head, erased } = await inspectLog(path, report);
    const list = copied.list.filter(({ key }) => !erased.has(ownerOf(key)));
    const options = { mode: 0o600, flush: true };
    await writeFile(join(folder, pictureListName), writeList(list), options);
    return {
      at,
      names: ["log.db", pictureListName],
      details: {
        kind: "log" as const,
        head: signHead(head, at, claimKey),
        ...(copied.isWhole ? {} : { lacksPictures: true as const }),
      },
      erased,
      position: head.position,
      pictures: list.length,
      lacksPictures: !copied.isWhole,
      isQuiet,
    };
  });
  const lists = await Promise.all((await backupsIn(parent, "log")).map(readList));
  await removeUnlisted(picturesIn(parent), lists, backup.erased);
  const { path, position, bytes, pictures, lacksPictures, isQuiet } = backup;
  return { path, position, bytes, pictures, lacksPictures, isQuiet };
}

/**
 * Backup of the vault: keys, passwords and sessions. Made after the log's, so that it has the key of
 * every member in it.
 *
 * @throws {BadBackup} When the folder has a backup of a longer log.
 */
export async function backUpVault(parent: string, deps: BackUpDependencies): Promise<VaultBackup> {
  const { databases: { events, vault }, isFile } = deps;
  const { path, details } = await makeBackup("vault", parent, deps, async (folder) => {
    const at = deps.now();
    const log = await headNow(events);
    const path = join(folder, "vault.db");
    await writeFinished("vault", vault, path, { isFile: isFile.vault });
    const copy = await openFinished(path);
    const [row] = await copy.read("SELECT count(*) AS keys FROM member_keys");
    copy.close();
    const details = { kind: "vault" as const, keys: Number(row?.keys ?? 0), log };
    return { at, names: ["vault.db"], details, erased: await erasedIn(events) };
  });
  return { path, keys: details.keys };
}

interface Filled {
  /** The time in the manifest. */
  readonly at: Date;
  readonly names: readonly string[];
  readonly details: BackupDetails;
  readonly erased: ReadonlySet<string>;
}

/**
 * Makes a backup in a folder that is complete or absent.
 *
 * @param fill Writes its files.
 * @returns What `fill` returned, with the backup's path and the size of its first file.
 */
async function makeBackup<F extends Filled>(
  kind: BackupKind,
  parent: string,
  { databases: { events }, claimKey, now, checkInterrupt }: BackUpDependencies,
  fill: (folder: string) => Promise<F>,
): Promise<F & { readonly path: string; readonly bytes: number }> {
  await refuseLesserLog(parent, kind, events);
  const backup = await startBackup(parent, kind, now());
  try {
    const filled = await fill(backup.folder);
    const files = [];
    for (const name of filled.names) files.push(await describeFile(backup.folder, name));
    await checkInterrupt();
    const path = await backup.finish(signedManifest({
      ...filled.details,
      format: 1,
      product: product.version,
      at: filled.at.toISOString(),
      files,
      installation: await installationOf(events),
    }, claimKey));
    await createErasureLedger(join(parent, erasuresName)).add([...filled.erased]);
    return { ...filled, path, bytes: files[0]?.bytes ?? 0 };
  } finally {
    await backup.abandon();
  }
}

async function inspectLog(path: string, report: (position: number) => Promise<void>) {
  const copy = await openFinished(path);
  try {
    const { head, findings } = await verifyLog(copy, { report });
    if (findings.length > 0) throw new LogIsBroken(findings);
    return { head, erased: await erasedIn(copy) };
  } finally {
    copy.close();
  }
}

/** Whether pictures were replaced or erased after what a copy of the log has. */
async function hasReplacedPictures(events: Database, copyPath: string): Promise<boolean> {
  const copy = await openFinished(copyPath);
  const [last] = await copy.read("SELECT max(position) AS position FROM events");
  copy.close();
  const rows = await events.read(
    `SELECT 1 FROM events WHERE position > ? AND type IN ('ProfileImageChanged', 'MemberErased')
     LIMIT 1`,
    [Number(last?.position ?? 0)],
  );
  return rows.length > 0;
}
