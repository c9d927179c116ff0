/**
 * Backups of a running product: the log with its pictures, and the vault somewhere else.
 *
 * @module
 */
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../events/database.ts";
import { installationOf } from "../../../events/installation.ts";
import { copyLog } from "../../../events/log/copy-log.ts";
import { openLibsqlLog } from "../../../events/log/libsql.ts";
import { copyVault } from "../../../events/vault/copy-vault.ts";
import { openVault } from "../../../events/vault/vault.ts";
import { signHead } from "../../../events/verify/head.ts";
import { type Finding, verifyLog } from "../../../events/verify/verify-log.ts";
import product from "../../../package.json" with { type: "json" };
import { createErasureLedger } from "../../erasure/ledger.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import { backupsIn, type NewBackup, startBackup, syncFile } from "./folders.ts";
import { describeFile, signedManifest } from "./manifest.ts";
import { headNow, refuseLesserLog } from "./same-log.ts";
import {
  copyPictures,
  type ListedPicture,
  ownerOf,
  pictureListName,
  picturesIn,
  readList,
  removeUnlisted,
  writeList,
} from "./pictures.ts";

/** Lies beside the backups of a folder: who was erased since the oldest of them, or before. */
export const erasuresName = "erasures";

export interface BackUpDependencies {
  /** Migrated. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  /** Whether a database is a file, which is copied as such. */
  readonly isFile: Readonly<Record<"events" | "vault", boolean>>;
  readonly objects: ObjectStore;
  readonly claimKey: Uint8Array;
  readonly now: () => Date;
  /** Throws when a person has interrupted. */
  readonly checkInterrupt: () => Promise<void>;
  /** Is told which part is being copied, and how far it is. */
  readonly report: (what: "Log position" | "Pictures", done: number) => void;
}

export interface LogBackup {
  readonly path: string;
  readonly position: number;
  readonly bytes: number;
  readonly pictures: number;
  /** Whether the store for pictures was away: those that are new are not in it. */
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

const logName = "log.db";
const vaultName = "vault.db";
const maxTries = 5;

/**
 * Backup of the log with its pictures, in a folder of backups. Pictures are copied after the log. When
 * one was replaced or erased meanwhile, it copies again, so that every picture of the copied log is
 * there. While the object store is away, the log is backed up without its newest pictures.
 *
 * @throws {LogIsBroken}
 * @throws {BadBackup} When the folder has more than that.
 */
export async function backUpLog(parent: string, deps: BackUpDependencies): Promise<LogBackup> {
  const { databases, claimKey, now } = deps;
  await refuseLesserLog(parent, "log", databases.events);
  const backup = await startBackup(parent, "log", now());
  try {
    const path = join(backup.folder, logName);
    const known = await knownPictures(parent);
    const pictures = () =>
      copyPictures({
        from: deps.objects,
        to: picturesIn(parent),
        known,
        checkInterrupt: deps.checkInterrupt,
        report: (done) => deps.report("Pictures", done),
      });
    // Most of the work, so that the copy after the log is short.
    let copied = await pictures();
    let isQuiet = false;
    let at = now();
    for (let tries = 1; !isQuiet && tries <= maxTries; tries++) {
      await deps.checkInterrupt();
      for (const picture of copied.list) known.set(picture.key, picture);
      await rm(path, { force: true });
      await copyLogTo(path, backup, deps);
      at = now();
      if (copied.isWhole) copied = await pictures();
      isQuiet = !copied.isWhole ||
        !await hasReplacedPictures(databases.events, await lastPosition(path));
    }
    const { head, erased } = await inspectLog(path, deps);
    const list = copied.list.filter(({ key }) => !erased.has(ownerOf(key)));
    await writeFile(join(backup.folder, pictureListName), writeList(list), {
      mode: 0o600,
      flush: true,
    });
    const files = [
      await describeFile(backup.folder, logName),
      await describeFile(backup.folder, pictureListName),
    ];
    await deps.checkInterrupt();
    const finished = await backup.finish(signedManifest({
      kind: "log",
      format: 1,
      product: product.version,
      at: at.toISOString(),
      files,
      installation: await installationOf(databases.events),
      head: signHead(head, at, claimKey),
      ...(copied.isWhole ? {} : { lacksPictures: true }),
    }, claimKey));
    await createErasureLedger(join(parent, erasuresName)).add([...erased]);
    await removeUnlisted(picturesIn(parent), await allLists(parent), erased);
    return {
      path: finished,
      position: head.position,
      bytes: files[0]?.bytes ?? 0,
      pictures: list.length,
      lacksPictures: !copied.isWhole,
      isQuiet,
    };
  } finally {
    await backup.abandon();
  }
}

/**
 * Backup of the vault: keys, passwords and sessions. Made after the log's, so that it has the key of
 * every member in it.
 *
 * @throws {BadBackup} When the folder has more than that.
 */
export async function backUpVault(parent: string, deps: BackUpDependencies): Promise<VaultBackup> {
  const { databases, isFile, claimKey, now } = deps;
  await refuseLesserLog(parent, "vault", databases.events);
  const at = now();
  const log = await headNow(databases.events);
  const backup = await startBackup(parent, "vault", at);
  try {
    const path = join(backup.folder, vaultName);
    if (isFile.vault) await copyFileTo(databases.vault, path);
    else await copyVaultRows(databases.vault, backup, path);
    await finishFile(path);
    const copy = await openFinished(path);
    const [row] = await copy.read("SELECT count(*) AS keys FROM member_keys");
    copy.close();
    const keys = Number(row?.keys ?? 0);
    await deps.checkInterrupt();
    const finished = await backup.finish(signedManifest({
      kind: "vault",
      format: 1,
      product: product.version,
      at: at.toISOString(),
      files: [await describeFile(backup.folder, vaultName)],
      installation: await installationOf(databases.events),
      keys,
      log,
    }, claimKey));
    const erased = await erasedIn(databases.events);
    await createErasureLedger(join(parent, erasuresName)).add([...erased]);
    return { path: finished, keys };
  } finally {
    await backup.abandon();
  }
}

/** Erased members of a log. */
export async function erasedIn(events: Database): Promise<Set<string>> {
  const rows = await events.read("SELECT member_id FROM events WHERE type = 'MemberErased'");
  return new Set(rows.map((row) => String(row.member_id)));
}

/** A finished file, to be read only. */
export async function openFinished(path: string): Promise<Database> {
  return await openDatabase({ url: fileUrl(path), durability: "normal", isReadOnly: true });
}

export function fileUrl(path: string): string {
  return `file:${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Writes a database as it is at this moment, without what was deleted from it, into a new file. */
export async function copyFileTo(database: Database, path: string): Promise<void> {
  await database.read("VACUUM INTO ?", [path]);
}

async function copyLogTo(path: string, { folder }: NewBackup, deps: BackUpDependencies) {
  if (deps.isFile.events) {
    await copyFileTo(deps.databases.events, path);
  } else {
    await throughScratch(folder, path, async (scratch) => {
      await openLibsqlLog(scratch, () => Date.now());
      await copyLog(deps.databases.events, scratch, async (position) => {
        await deps.checkInterrupt();
        deps.report("Log position", position);
      });
    });
  }
  await finishFile(path);
}

async function copyVaultRows(vault: Database, { folder }: NewBackup, path: string) {
  await throughScratch(folder, path, async (scratch) => {
    // Its tables; no key is wrapped or opened.
    await openVault({ database: scratch, kek: new Uint8Array(32) });
    await copyVault(vault, scratch);
  });
}

/** Fills a database, and makes one finished file of it. */
async function throughScratch(
  folder: string,
  path: string,
  fill: (scratch: Database) => Promise<void>,
): Promise<void> {
  const name = join(folder, "scratch.db");
  const remove = () =>
    Promise.all(["", "-wal", "-shm"].map((end) => rm(`${name}${end}`, { force: true })));
  await remove();
  const scratch = await openDatabase({ url: fileUrl(name), durability: "normal" });
  await fill(scratch);
  await copyFileTo(scratch, path);
  scratch.close();
  await remove();
}

async function finishFile(path: string): Promise<void> {
  await chmod(path, 0o600);
  await syncFile(path);
}

async function inspectLog(path: string, deps: BackUpDependencies) {
  const copy = await openFinished(path);
  try {
    const { head, findings } = await verifyLog(copy, {
      report: async (position) => {
        await deps.checkInterrupt();
        deps.report("Log position", position);
      },
    });
    if (findings.length > 0) throw new LogIsBroken(findings);
    return { head, erased: await erasedIn(copy) };
  } finally {
    copy.close();
  }
}

async function lastPosition(path: string): Promise<number> {
  const copy = await openFinished(path);
  const [row] = await copy.read("SELECT max(position) AS position FROM events");
  copy.close();
  return Number(row?.position ?? 0);
}

async function hasReplacedPictures(events: Database, after: number): Promise<boolean> {
  const rows = await events.read(
    `SELECT 1 FROM events WHERE position > ? AND type IN ('ProfileImageChanged', 'MemberErased')
     LIMIT 1`,
    [after],
  );
  return rows.length > 0;
}

async function knownPictures(parent: string): Promise<Map<string, ListedPicture>> {
  const latest = (await backupsIn(parent, "log")).at(-1);
  const list = latest === undefined ? [] : await readList(latest);
  return new Map(list.map((picture) => [picture.key, picture]));
}

async function allLists(parent: string): Promise<ListedPicture[][]> {
  return await Promise.all((await backupsIn(parent, "log")).map(readList));
}
