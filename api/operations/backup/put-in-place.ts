import { chmod, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createClient, LibsqlError } from "@libsql/client";
import { unfinishedRestore } from "../../node/data-folder.ts";
import { fileUrl } from "./database-file.ts";
import { BadBackup } from "./manifest.ts";
import { exists, syncFile } from "./folders.ts";

const arriving = ".restoring";
const endings = ["", "-wal", "-shm"] as const;

/** @throws {BadBackup} While a process has the database open. */
export async function refuseOpenDatabase(path: string): Promise<void> {
  if (!await exists(path)) return;
  const client = createClient({ url: fileUrl(path), concurrency: 1, timeout: 50 });
  try {
    // Fails while another process has the file open. Afterward, everything is in one file.
    await client.execute("PRAGMA journal_mode = DELETE");
  } catch (error) {
    const code = error instanceof LibsqlError ? error.code : "";
    // A restore may replace a damaged file.
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return;
    if (!/^SQLITE_(BUSY|LOCKED)/.test(code)) throw error;
    throw new BadBackup(`${path} is in use. Stop the service on every node first`);
  } finally {
    client.close();
  }
}

/**
 * Replaces database files by restored ones; old files get another name. After an interruption, the
 * service doesn't start until the restore is repeated.
 *
 * @param placements Finished files, and their destinations.
 * @param rebuilt Files and folders that the service rebuilds after a restore.
 * @returns The files that were moved away.
 */
export async function putInPlace(
  dataDir: string,
  placements: readonly { readonly from: string; readonly to: string }[],
  { rebuilt, at }: { readonly rebuilt: readonly string[]; readonly at: Date },
): Promise<string[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // First beside its destination: from there it is moved in one step.
  for (const { from, to } of placements) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(from, `${to}${arriving}`);
    await chmod(`${to}${arriving}`, 0o600);
    await syncFile(`${to}${arriving}`);
  }
  await writeFile(unfinishedRestore(dataDir), "", { flush: true });
  await syncFile(dataDir);
  const suffix = asideSuffix(at);
  const setAside: string[] = [];
  for (const path of rebuilt) await rm(path, { recursive: true, force: true });
  for (const { to } of placements) {
    for (const ending of endings) {
      if (!await exists(`${to}${ending}`)) continue;
      await rename(`${to}${ending}`, `${to}${suffix}${ending}`);
      if (ending === "") setAside.push(`${to}${suffix}`);
    }
    await rename(`${to}${arriving}`, to);
    await syncFile(dirname(to));
  }
  await rm(unfinishedRestore(dataDir));
  await syncFile(dataDir);
  return setAside;
}

/** Ending of a moved file's new name. */
export function asideSuffix(at: Date): string {
  return `.replaced-${at.toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}`;
}
