import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../events/store/database.ts";
import { isHalfWritten } from "../../events/store/write-copy.ts";
import { openSchema } from "../../events/store/schema.ts";
import { isServer } from "../config/combinations.ts";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import { loadSecrets, type Secrets } from "../config/secrets.ts";
import { isLost, type Survey, survey } from "./lost-data.ts";
import { databaseExists, type OpenDatabaseOptions, openOne } from "./open-database.ts";
import { databasePath, makePrivate } from "./private-files.ts";

export interface Stores {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Whether other users of this machine can read the data folder. */
  readonly isOpenToOthers: boolean;
  close(): void;
}

/** No installation was found, and this command creates none. */
export class NoInstallation extends EnvironmentError {}

export interface OpenStoresOptions extends OpenDatabaseOptions {
  /** Whether to create missing files, unless there are traces of an installation. */
  readonly mayMake?: boolean;
  /** Whether to create them despite traces, because a backup is restored there. */
  readonly mayBeLost?: boolean;
}

const askAgainMs = 1000;

/**
 * Opens the database and secrets. A first start creates the database first and the secret last, so that the secret
 * means that the start was complete.
 *
 * @throws {DatabaseDamaged} When SQLite can't read the file.
 * @throws {DatabaseUnfit} When another version wrote it, or another product.
 * @throws {EnvironmentError} When the database is lost, a secret is missing that it was written with,
 * or it cannot be opened.
 * @throws {NoInstallation}
 */
export async function openStores(
  environment: Environment,
  options: OpenStoresOptions = {},
): Promise<Stores> {
  const { mayMake = false, mayBeLost = false } = options;
  const { dataDir } = environment;
  if (await isThere(dataDir)) await makeFolder(dataDir);
  await refuseThreeFiles(environment);
  const { found, surveyed } = await openExisting(environment, options);
  if (found !== undefined && await isHalfWritten(found)) {
    throw new EnvironmentError([
      `DATABASE_URL: a restore into ${found.name} was interrupted. Run it again, with the service stopped: ` +
      "npm run admin -- restore, followed by the name of the backup",
    ]);
  }
  if (isLost(surveyed) && !mayBeLost) {
    throw new EnvironmentError([lossMessage(surveyed, environment)]);
  }
  const isNew = surveyed.content === "none";
  if (isNew && !mayMake) {
    throw new NoInstallation([
      `DATA_DIR: there is no database in ${dataDir}, so this command has nothing to work on. Set ` +
      "DATA_DIR (or DATABASE_URL) to what the service uses. A new service creates it when it first starts",
    ]);
  }
  await makeFolder(dataDir);
  const database = found ?? await openOne(environment, options);
  if (isNew) await openSchema(database);
  const isOpenToOthers = await makePrivate(environment);
  const isFilled = surveyed.content === "filled";
  const secrets = await loadSecrets(environment, database, { mayMake, isFilled });
  return { database, secrets, isOpenToOthers, close: () => database.close() };
}

async function openExisting(environment: Environment, options: OpenDatabaseOptions) {
  let found: Database | undefined;
  for (let isSecond = false;; isSecond = true) {
    if (await databaseExists(environment.database.url)) {
      found ??= await openOne(environment, options);
    }
    const surveyed = await survey(environment, found);
    if (isSecond || !isLost(surveyed)) return { found, surveyed };
    // Another first start may be running.
    await delay(askAgainMs);
  }
}

/** @throws {EnvironmentError} */
async function refuseThreeFiles({ dataDir, database: { url } }: Environment): Promise<void> {
  const before = join(dataDir, "events.db");
  if (isServer(url) || await isThere(databasePath(url)) || !await isThere(before)) return;
  throw new EnvironmentError([
    `DATA_DIR: ${before} is of an earlier version, which had its data in three files. This one can't ` +
    "read it, and has changed nothing. Start the version that wrote it, or move the folder away for a " +
    "new start",
  ]);
}

function lossMessage({ traces }: Survey, { database: { url }, dataDir }: Environment): string {
  const name = isServer(url) ? url : databasePath(url);
  return `DATABASE_URL: the database ${name} is missing or empty, but the service has run before. ` +
    `We found: ${
      traces.join(", ")
    }. Nothing was changed. Is DATA_DIR (${dataDir}) the right folder, ` +
    "and is its disk there? Put the file back, or restore the newest backup: npm run admin -- restore, followed by its name. To " +
    "start again without it, move what we found away";
}

const isThere = (path: string) => stat(path).then(() => true, () => false);

/** @throws {EnvironmentError} When the data folder can't be used. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch {
    throw new EnvironmentError([`DATA_DIR: ${path} must be a folder that this user may write to`]);
  }
}
