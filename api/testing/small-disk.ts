import { execFile } from "node:child_process";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";

const run = promisify(execFile);

/** A disk of a few megabytes in memory, for the current test; `undefined` if mounting isn't allowed. */
export async function smallDisk(megabytes: number): Promise<string | undefined> {
  const disk = join(await temporaryFolder(), "disk");
  await mkdir(disk);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]);
  } catch {
    return undefined;
  }
  onTestFinished(async () => {
    await run("umount", ["--lazy", disk]);
  });
  return disk;
}

export async function remountReadOnly(disk: string, isReadOnly = true): Promise<void> {
  await run("mount", ["-o", `remount,${isReadOnly ? "ro" : "rw"}`, disk]);
}

/** Writes until the disk is full. */
export async function fillDisk(disk: string, path: string): Promise<void> {
  for (;;) {
    const { bavail, bsize } = await statfs(disk);
    if (bavail === 0) return;
    await writeFile(path, new Uint8Array(bavail * bsize), { flag: "a" }).catch(() => undefined);
  }
}
