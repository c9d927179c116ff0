import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyFileTo } from "../../../../events/file/copy-file.ts";
import { membersWithoutKey } from "../../../../events/lost-keys.ts";
import { isServer } from "../../../config/combinations.ts";
import { readEnvironment } from "../../../config/env.ts";
import { noteLastBackup } from "../../../node/last-backup.ts";
import { openStores, type Stores } from "../../../node/stores.ts";
import { defineCommand } from "../command.ts";
import { now } from "../open-data.ts";
import { TaskError } from "../task.ts";

const maxTries = 5;
/** Sessions and links may be ended before a restore. Invitations keep their links. */
const ended = ["DELETE FROM sessions", "DELETE FROM tokens WHERE kind <> 'invitation'"];

export const backup = defineCommand({
  summary: "copy the databases and the pictures to a folder",
  help: `Copy the databases and the pictures to a folder. The service can keep running.

  npm run admin -- backup /backups

Each run makes a new folder in it, such as alumni-2026-11-21T03-00-00Z, and removes none: delete
old ones yourself. People who delete their account are in the copies from before. A copy that was
interrupted has a name that ends in .unfinished.

OPERATING.md says how to restore one. A copy has no secrets, and without them no one can read it.
Databases on servers and pictures in a bucket aren't copied: use their own tools.`,
  names: ["folder"],
  async run(_, folder = "") {
    const environment = readEnvironment();
    const { events, s3, dataDir } = environment;
    if (isServer(events.url)) {
      throw new TaskError(
        "EVENTS_URL and VAULT_URL are libSQL servers: back them up with their own tools. Nothing " +
          "was copied.",
      );
    }
    const at = now();
    const path = join(folder, `alumni-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`);
    const unfinished = `${path}.unfinished`;
    const { databases, close } = await openStores(environment);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await mkdir(unfinished, { mode: 0o700 });
    try {
      const position = await copyDatabases(databases, unfinished);
      // After the log: what is replaced or removed since is in the trash, beside the pictures.
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

/**
 * The log, then the vault, so that it has the key of everyone in the log; again if someone was
 * erased in between. Returns the log's position.
 */
async function copyDatabases(databases: Stores["databases"], folder: string): Promise<number> {
  for (let tries = 1;; tries++) {
    const paths = [join(folder, "events.db"), join(folder, "vault.db")] as const;
    for (const path of paths) await rm(path, { force: true });
    const events = await copyFileTo(databases.events, paths[0]);
    const vault = await copyFileTo(databases.vault, paths[1], ended);
    const { length: lost } = await membersWithoutKey({ events, vault });
    const [last] = await events.read("SELECT max(position) AS position FROM events");
    events.close();
    vault.close();
    if (lost === 0) return Number(last?.position ?? 0);
    if (tries < maxTries) continue;
    throw new TaskError(
      `The vault has no key for ${lost} of the members in the log: "npm run admin -- doctor" says ` +
        "more. Nothing was kept.",
    );
  }
}

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
