import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyFileTo } from "../../../../events/store/copy-file.ts";
import type { Statement } from "../../../../events/store/database.ts";
import { tableNames } from "../../../../events/read/tables.ts";
import { statement, tables, tablesOf } from "../../../../events/store/queries.ts";
import { isServer } from "../../../config/combinations.ts";
import { readEnvironment } from "../../../config/env.ts";
import { noteLastBackup } from "../../../node/last-backup.ts";
import { openStores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { now } from "../open-data.ts";
import { TaskError } from "../task.ts";

/**
 * Sessions and links may be ended before a restore, and invitations keep their links. Read tables have
 * names in clear: the next start builds them again.
 */
const leftOut: readonly Statement[] = [
  ...[
    tables.deleteFrom("sessions"),
    tables.deleteFrom("tokens").where("kind", "<>", "invitation"),
    ...tableNames.map((table) => tables.deleteFrom(table)),
    tables.updateTable("installation").set({ projection: 0 }),
  ].map(statement),
  { sql: "VACUUM" },
];

export const backup = defineCommand({
  summary: "copy the database and the pictures to a folder",
  help: `Copy the database and the pictures to a folder. The service can keep running.

  npm run admin -- backup /backups

Each run makes a new folder in it, such as alumni-2026-11-21T03-00-00Z, and removes none: delete
old ones yourself. People who delete their account are in the copies from before. A copy that was
interrupted has a name that ends in .unfinished.

OPERATING.md says how to restore one. A copy has no secrets, and without them no one can read it.
A database on a server and pictures in a bucket aren't copied: use their own tools.`,
  names: ["folder"],
  async run(_, folder = "") {
    const environment = readEnvironment();
    const { database: { url }, s3, dataDir } = environment;
    if (isServer(url)) {
      throw new TaskError(
        "DATABASE_URL is a libSQL server: back it up with its own tools. Nothing was copied.",
      );
    }
    const at = now();
    const path = join(folder, `alumni-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`);
    const unfinished = `${path}.unfinished`;
    const { database, close } = await openStores(environment);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    try {
      const copy = await copyFileTo(database, join(unfinished, "alumni.db"), leftOut);
      const last = await tablesOf(copy).selectFrom("events")
        .select(({ fn }) => fn.max("position").as("position")).executeTakeFirst();
      copy.close();
      const position = last?.position ?? 0;
      // After the database: what is replaced or removed since is in the trash, beside the pictures.
      const pictures = s3
        ? `Pictures are in the bucket ${s3.bucket}: back it up with its own tools.`
        : `With ${await copyFolder(
          join(dataDir, "objects"),
          join(unfinished, "objects"),
        )} files of pictures.`;
      await syncBelow(unfinished);
      await rename(unfinished, path);
      await syncFile(folder);
      await noteLastBackup(dataDir, at);
      return `Backed up to ${path}, up to log position ${position}. ${pictures}
The secrets aren't in it. Without them no one can read it.`;
    } finally {
      close();
      await rm(unfinished, { recursive: true, force: true });
    }
  },
});

/** Copies what is there, while files come and go. Returns how many. */
async function copyFolder(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch(undefinedWhenMissing) ?? [];
  await mkdir(to, { mode: 0o700 });
  let count = 0;
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) count += await copyFolder(source, target);
    else count += await copyFile(source, target).then(() => 1).catch(undefinedWhenMissing) ?? 0;
  }
  return count;
}

function undefinedWhenMissing(error: { readonly code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}

async function syncBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncBelow(path) : syncFile(path));
  }
  await syncFile(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync();
  await file.close();
}
