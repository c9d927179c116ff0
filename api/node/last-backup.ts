import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeNamedFile } from "../../events/named-file.ts";
import { EnvironmentError } from "../config/environment-error.ts";

const When = z.iso.datetime().optional();
/** `null` if there was none. Early versions noted no time for pictures: it was the log's. */
const Noted = z.object({ log: When, vault: When, pictures: z.iso.datetime().nullish() });

/** When the log, the vault and all pictures were last backed up, in ISO 8601. */
export interface LastBackup {
  readonly log?: string | undefined;
  readonly vault?: string | undefined;
  readonly pictures?: string | undefined;
}

const pathIn = (dataDir: string) => join(dataDir, "last-backup.json");

/** As far as this data folder knows. */
export async function readLastBackup(dataDir: string): Promise<LastBackup> {
  try {
    const { log, vault, pictures = log } = Noted.parse(
      JSON.parse(await readFile(pathIn(dataDir), "utf8")),
    );
    return { log, vault, pictures: pictures ?? undefined };
  } catch {
    return {};
  }
}

/** The earlier time of log and vault; `undefined` while one never was backed up. */
export async function readWholeBackup(dataDir: string): Promise<Date | undefined> {
  const { log, vault } = await readLastBackup(dataDir);
  if (log === undefined || vault === undefined) return undefined;
  return new Date(Math.min(Date.parse(log), Date.parse(vault)));
}

export async function noteLastBackup(dataDir: string, made: LastBackup): Promise<void> {
  const { pictures = null, ...others } = { ...await readLastBackup(dataDir), ...made };
  const text = JSON.stringify({ ...others, pictures });
  const path = pathIn(dataDir);
  await writeNamedFile(path, `${text}\n`).catch(() => {
    throw new EnvironmentError([
      `DATA_DIR: the backup is made, but ${path}, which notes it, can't be written; remove ` +
      "what is there, and back up again",
    ]);
  });
}

/** Whether the store for pictures was unavailable at the last backup of the log. */
export function arePicturesMissing({ log, pictures = "" }: LastBackup): boolean {
  return log !== undefined && pictures < log;
}
