import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeNamedFile } from "../../events/named-file.ts";
import { EnvironmentError } from "../config/environment-error.ts";

const Noted = z.object({ at: z.iso.datetime() });

const pathIn = (dataDir: string) => join(dataDir, "last-backup.json");

/** When the last backup was made, as far as this data folder knows. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    return new Date(Noted.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8"))).at);
  } catch {
    return undefined;
  }
}

export async function noteLastBackup(dataDir: string, at: Date): Promise<void> {
  const path = pathIn(dataDir);
  await writeNamedFile(path, `${JSON.stringify({ at: at.toISOString() })}\n`).catch(() => {
    throw new EnvironmentError([
      `DATA_DIR: the backup is made, but ${path}, which notes it, can't be written; remove ` +
      "what is there, and back up again",
    ]);
  });
}
