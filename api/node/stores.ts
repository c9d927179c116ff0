import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../events/database.ts";
import { installationOf, refuseForeign } from "../../events/installation.ts";
import { openLibsqlLog } from "../../events/log/libsql.ts";
import { openVault } from "../../events/vault/vault.ts";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import { type Found, isFilled, lossOf, type Survey, survey } from "./lost-data.ts";
import { databaseExists, type OpenDatabaseOptions, openOne } from "./open-database.ts";
import { databasePath, makePrivate } from "./private-files.ts";
import { loadSecrets, type Secrets } from "../config/secrets.ts";
import { isServer } from "../config/combinations.ts";

export interface Stores {
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly secrets: Secrets;
  /** Whether other users of this machine may look into the data folder. */
  readonly isOpenToOthers: boolean;
  close(): void;
}

/** No installation was found, and this command creates none. */
export class NoInstallation extends EnvironmentError {}

export interface OpenStoresOptions extends OpenDatabaseOptions {
  /** What to create if missing, except where an installation has left traces. */
  readonly makes?: "all" | "read tables" | undefined;
}

const askAgainMs = 1000;

/**
 * Opens databases and secrets. A first start creates the log first and the secrets last, so that a
 * secret shows a complete start.
 *
 * @throws {DatabaseDamaged} When SQLite can't read a file.
 * @throws {EnvironmentError} When the log or the vault is lost, a secret is missing that a database
 * was written with, or a database cannot be opened.
 * @throws {DatabaseUnfit} When they are of two installations.
 * @throws {NoInstallation}
 */
export async function openStores(
  environment: Environment,
  options: OpenStoresOptions = {},
): Promise<Stores> {
  const { makes } = options;
  const { dataDir } = environment;
  if (await stat(dataDir).then(() => true, () => false)) await makeFolder(dataDir);
  const open = (name: keyof Stores["databases"]) => openOne(environment, name, options);
  const { found, surveyed } = await openExisting(environment, open);
  const loss = lossOf(surveyed);
  if (loss !== undefined) throw new EnvironmentError([lossMessage(loss, surveyed, environment)]);
  const isNew = surveyed.log === "none" || surveyed.vault === "none";
  if (makes !== "all") refuseToMake(environment, found, { isNew, makes });
  await makeFolder(dataDir);
  const databases = {
    events: found.events ?? await open("events"),
    vault: found.vault ?? await open("vault"),
    read: found.read ?? await open("read"),
  };
  if (isNew) {
    await openLibsqlLog(databases.events, () => Date.now());
    // Only its tables; no key is used.
    await openVault({ database: databases.vault, kek: new Uint8Array(32) });
  }
  // First: another installation's log would look broken.
  if (await installationOf(databases.events) !== undefined) await refuseForeign(databases);
  const isOpenToOthers = await makePrivate(environment);
  const secrets = await loadSecrets(environment, {
    mayMake: makes === "all",
    isWritten: {
      vault: surveyed.vault === "filled",
      events: surveyed.log === "filled" || await isFilled(found.events, "secrets"),
    },
  });
  return {
    databases,
    secrets,
    isOpenToOthers,
    close() {
      for (const database of Object.values(databases)) database.close();
    },
  };
}

async function openExisting(
  environment: Environment,
  open: (name: keyof Stores["databases"]) => Promise<Database>,
) {
  const found: Partial<Record<keyof Stores["databases"], Database>> = {};
  for (let isSecond = false;; isSecond = true) {
    for (const name of ["events", "vault", "read"] as const) {
      if (await databaseExists(environment[name].url)) found[name] ??= await open(name);
    }
    const surveyed = await survey(environment, found);
    if (isSecond || lossOf(surveyed) === undefined) return { found, surveyed };
    // Another first start may be running.
    await delay(askAgainMs);
  }
}

function lossMessage(loss: "log" | "vault", surveyed: Survey, environment: Environment): string {
  const { events, vault, dataDir } = environment;
  const [variable, { url }] = loss === "log"
    ? ["EVENTS_URL", events] as const
    : ["VAULT_URL", vault] as const;
  const left = [
    ...surveyed.log === "filled" ? [`events in ${nameOf(events.url)}`] : [],
    ...surveyed.vault === "filled" ? [`keys in ${nameOf(vault.url)}`] : [],
    ...surveyed.traces,
  ];
  return `${variable}: the ${loss} ${
    nameOf(url)
  } is missing or empty, but the service has run before. ` +
    `We found: ${
      left.join(", ")
    }. Nothing was changed. Is DATA_DIR (${dataDir}) the right folder, and ` +
    "is its disk there? Put the file back, or restore the newest backup as OPERATING.md says. To " +
    "start again without either, move what we found away";
}

function refuseToMake(
  { dataDir, read }: Environment,
  found: Found,
  { isNew, makes }: { readonly isNew: boolean; readonly makes: OpenStoresOptions["makes"] },
): void {
  if (isNew) {
    throw new NoInstallation([
      `DATA_DIR: there is no log and no vault in ${dataDir}, so this command has nothing ` +
      "to work on. Set DATA_DIR (or EVENTS_URL and VAULT_URL) to what the service uses. A new service " +
      "creates them when it first starts",
    ]);
  }
  if (makes !== "read tables" && found.read === undefined) {
    throw new EnvironmentError([
      `DATA_DIR: ${nameOf(read.url)} is missing or empty. Start the service, or run ` +
      '"npm run rebuild", to build it from the log',
    ]);
  }
}

function nameOf(url: string): string {
  return isServer(url) ? url : databasePath(url);
}

/** @throws {EnvironmentError} When the data folder can't be used. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch {
    throw new EnvironmentError([`DATA_DIR: ${path} must be a folder that this user may write to`]);
  }
}
