import { access, constants, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ledgerFile } from "../node/erasure-ledger.ts";
import { streamOfFile } from "./file-stream.ts";
import {
  BackupFailed,
  type BackupFailure,
  type BackupFile,
  type BackupPlace,
  madeAtOf,
  newestFirst,
} from "./place.ts";

export interface FolderOptions {
  readonly folder: string;
  /** Whether to create a missing folder. Otherwise its disk counts as missing. */
  readonly mayMake: boolean;
}

const unfinished = ".unfinished";

export function createFolderPlace({ folder, mayMake }: FolderOptions): BackupPlace {
  const pathOf = (name: string) => {
    if (madeAtOf(name) === undefined) throw new Error("This is no name of a backup");
    return join(folder, name);
  };
  const reach = <T>(work: () => Promise<T>) => reachFolder(folder, work);

  return {
    ledger: ledgerFile(join(folder, "erasures"), mayMake),
    prepare: () =>
      reach(async () => {
        if (mayMake) await mkdir(folder, { recursive: true, mode: 0o700 });
      }),
    list: () =>
      reach(async () => {
        const names = await readdir(folder).catch((error) => {
          if (codeOf(error) === "ENOENT" && mayMake) return [];
          throw error;
        });
        const found = await Promise.all(names.map((name) => look(folder, name)));
        return found.flatMap((file) => file ?? []).sort(newestFirst);
      }),
    write: (name, body) =>
      reach(async () => {
        const path = pathOf(name);
        try {
          const bytes = await writeAll(path + unfinished, body);
          await rename(path + unfinished, path);
          await sync(folder);
          return bytes;
        } catch (error) {
          await body.cancel().catch(() => undefined);
          await rm(path + unfinished, { force: true }).catch(() => undefined);
          throw error;
        }
      }),
    open: (name) =>
      reach(() =>
        streamOfFile(pathOf(name)).catch((error) => {
          if (codeOf(error) === "ENOENT") return undefined;
          throw error;
        })
      ),
    remove: (name) => reach(async () => await rm(pathOf(name), { force: true })),
    tidy: () =>
      reach(async () => {
        const names = await readdir(folder).catch(() => []);
        for (const name of names) {
          const isOurs = name.endsWith(unfinished) &&
            madeAtOf(name.slice(0, -unfinished.length)) !== undefined;
          if (isOurs) await rm(join(folder, name), { force: true });
        }
      }),
  };
}

/** Whether both are on one disk. False if unknown. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  try {
    return (await stat(one)).dev === (await stat(other)).dev;
  } catch {
    return false;
  }
}

/** @throws {BackupFailed} If a backup couldn't be written there. */
export async function checkFolder(folder: string): Promise<void> {
  await reachFolder(folder, () => access(folder, constants.W_OK | constants.X_OK));
}

async function look(folder: string, name: string): Promise<BackupFile | undefined> {
  const madeAt = madeAtOf(name);
  if (madeAt === undefined) return undefined;
  const found = await stat(join(folder, name)).catch(() => undefined);
  return found?.isFile() ? { name, madeAt, bytes: found.size } : undefined;
}

async function writeAll(path: string, body: ReadableStream<Uint8Array>): Promise<number> {
  const file = await open(path, "w", 0o600);
  let bytes = 0;
  try {
    for await (const part of body) {
      await file.writeFile(part);
      bytes += part.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}

async function sync(folder: string): Promise<void> {
  const file = await open(folder, "r");
  await file.sync().finally(() => file.close());
}

const failures: Readonly<Record<string, BackupFailure>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "unwritable",
  EPERM: "unwritable",
  EROFS: "unwritable",
  ENOTDIR: "unwritable",
  EEXIST: "unwritable",
  ENOENT: "away",
  EIO: "away",
  ESTALE: "away",
  ENODEV: "away",
  ENOTCONN: "away",
  EHOSTDOWN: "away",
  ETIMEDOUT: "away",
};

/** The failure that a disk error means; `undefined` for other errors. */
export function failureOfDisk(error: unknown): BackupFailure | undefined {
  return failures[codeOf(error) ?? ""];
}

async function reachFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = failureOfDisk(error);
    if (code === undefined) throw error;
    throw new BackupFailed(code, `${folder} can't be used (${codeOf(error)})`, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}
