import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../config/env.ts";
import { ledgerPath } from "./erasure-ledger.ts";
import { isServer } from "../config/combinations.ts";

const folderNames = ["secrets", "objects", "outbox", "backup"];
const others = 0o077;

/** Makes new files private to this user, including those written by native code. */
export function keepFilesPrivate(): void {
  if (Deno.build.os !== "windows") Deno.umask(others);
}

export function databasePath(url: string): string {
  return decodeURIComponent(url.slice("file:".length).split("?")[0] ?? "");
}

/** The database file, and SQLite's files beside them. */
export function databaseFiles(
  { database: { url } }: Pick<Environment, "database">,
): string[] {
  return isServer(url) ? [] : ["", "-wal", "-shm"].map((ending) => databasePath(url) + ending);
}

/**
 * Removes other users' permissions from existing files. Returns whether others can still read the data folder, which
 * isn't changed because it may also be for other files.
 */
export async function makePrivate(
  environment: Pick<Environment, "dataDir" | "database" | "secretFile">,
): Promise<boolean> {
  if (Deno.build.os === "windows") return false;
  const { dataDir } = environment;
  const folders = folderNames.map((name) => join(dataDir, name));
  const all = [
    ...databaseFiles(environment),
    ...folders,
    environment.secretFile,
    ledgerPath(environment),
  ];
  for (const path of all) await close(path);
  return ((await stat(dataDir)).mode & others) !== 0;
}

/** Skips closed folders, which other users can't read anyway, and other users' files. */
async function close(path: string): Promise<void> {
  const found = await stat(path).catch(undefinedWhenRefused);
  if (found === undefined || (found.mode & others) === 0) return;
  if (found.isDirectory()) {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries) if (!entry.isSymbolicLink()) await close(join(path, entry.name));
  }
  await chmod(path, found.mode & ~others & 0o777).catch(undefinedWhenRefused);
}

function undefinedWhenRefused(error: unknown): undefined {
  if (typeof (error as { code?: unknown }).code === "string") return undefined;
  throw error;
}
