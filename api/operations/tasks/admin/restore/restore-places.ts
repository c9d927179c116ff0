/** Destinations of restored databases: files, after moving old ones away, or empty servers. */
import { join } from "node:path";
import { type Database, openDatabase } from "../../../../../events/database.ts";
import { DatabaseUnavailable } from "../../../../../events/database-errors.ts";
import { copyRows, fileUrl } from "../../../backup/database-file.ts";
import { putInPlace, refuseOpenDatabase } from "../../../backup/put-in-place.ts";
import type { Staged } from "../../../backup/restore.ts";
import type { DatabaseAddress, Environment } from "../../../../config/env.ts";
import { isServer } from "../../../../config/combinations.ts";
import { databasePath } from "../../../../node/private-files.ts";
import { TaskError } from "../../task.ts";

/** Each database's file, unless it is on a server. */
export type Places = Readonly<Record<"events" | "vault" | "read", string | undefined>>;

export function placesOf({ events, vault, read }: Environment): Places {
  return { events: filePath(events), vault: filePath(vault), read: filePath(read) };
}

/** Refuses open files, and servers with data. @throws {BadBackup} @throws {TaskError} */
export async function refuseOccupied(environment: Environment, places: Places): Promise<void> {
  for (const path of Object.values(places)) {
    if (path !== undefined) await refuseOpenDatabase(path);
  }
  if (places.events === undefined) await refuseFilled(environment.events, "EVENTS_URL");
  if (places.vault === undefined) await refuseFilled(environment.vault, "VAULT_URL");
}

/** Returns the files that were moved away. */
export async function place(
  environment: Environment,
  { events, vault, read }: Places,
  staged: Staged,
): Promise<string[]> {
  if (events === undefined) {
    await fill(environment.events, staged.logFile, copyRows.events);
  }
  if (vault === undefined) {
    await fill(environment.vault, staged.vaultFile, copyRows.vault);
  }
  return await putInPlace(
    environment.dataDir,
    [
      ...vault === undefined ? [] : [{ from: staged.vaultFile, to: vault }],
      ...events === undefined ? [] : [{ from: staged.logFile, to: events }],
      // Commands before the next start need read tables, and create none.
      ...read === undefined ? [] : [{ from: staged.readFile, to: read }],
    ],
    {
      rebuilt: [
        ...read === undefined ? [] : [read, `${read}-wal`, `${read}-shm`],
        join(environment.dataDir, "search"),
      ],
      at: new Date(),
    },
  );
}

function filePath({ url }: DatabaseAddress): string | undefined {
  return isServer(url) ? undefined : databasePath(url);
}

async function refuseFilled(address: DatabaseAddress, variable: string): Promise<void> {
  const database = await openDatabase({ ...address, durability: "full" });
  const rows = await database.read(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('events', 'member_keys')",
  ).catch((error) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw new TaskError(
      `${variable}: no libSQL server responds at ${address.url}. Start it first. Nothing was changed.`,
    );
  });
  const [name] = rows.map((row) => String(row.name));
  const found = name === undefined ? [] : await database.read(`SELECT 1 FROM ${name} LIMIT 1`);
  database.close();
  if (found.length > 0) {
    throw new TaskError(
      `${variable}: this server has data, which is never replaced. Use an empty database.`,
    );
  }
}

async function fill(
  address: DatabaseAddress,
  file: string,
  copy: (from: Database, to: Database) => Promise<void>,
): Promise<void> {
  const to = await openDatabase({ ...address, durability: "full" });
  const from = await openDatabase({ url: fileUrl(file), durability: "normal" });
  await copy(from, to);
  from.close();
  to.close();
}
