/**
 * Files of the product are private to its user, whatever the system's default is.
 *
 * @module
 */
import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../config/env.ts";
import { ledgerPaths } from "../erasure/ledger.ts";
import { isServer } from "../config/combinations.ts";

const folderNames = ["secrets", "objects", "outbox", "search"];
const others = 0o077;

/** Makes new files of this process private to its user, those of native code, too. */
export function keepFilesPrivate(): void {
  if (Deno.build.os !== "windows") Deno.umask(others);
}

export function databasePath(url: string): string {
  return decodeURIComponent(url.slice("file:".length).split("?")[0] ?? "");
}

/** Database files, with what SQLite keeps beside them. */
export function databaseFiles(
  { events, vault, read }: Pick<Environment, "events" | "vault" | "read">,
): string[] {
  return [events, vault, read].filter(({ url }) => !isServer(url)).flatMap(({ url }) =>
    ["", "-wal", "-shm"].map((ending) => databasePath(url) + ending)
  );
}

/**
 * Removes other users' permissions from existing files, such as those of an older version or a copy.
 *
 * @returns Whether other users may still look into the data folder. It stays as it is, since someone else may
 * have made it for other files, too.
 */
export async function closeToOthers(
  environment: Pick<
    Environment,
    "dataDir" | "events" | "vault" | "read" | "headsDir" | "erasureLedger"
  >,
): Promise<boolean> {
  if (Deno.build.os === "windows") return false;
  const { dataDir, headsDir } = environment;
  const folders = folderNames.map((name) => join(dataDir, name));
  const all = [
    ...databaseFiles(environment),
    ...folders,
    headsDir,
    ...ledgerPaths(environment),
  ];
  for (const path of all) await close(path);
  return ((await stat(dataDir)).mode & others) !== 0;
}

/**
 * Skips what is in a closed folder: other users can't read it anyway. Files of other users stay as they
 * are; the code that uses one finds out whether it can.
 */
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
