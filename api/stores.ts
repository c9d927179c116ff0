import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Database, openDatabase } from "../events/database.ts";
import {
  DatabaseDamaged,
  DatabaseNotWritable,
  DatabaseRefused,
  DatabaseUnavailable,
} from "../events/database-errors.ts";
import { refuseUnfinishedRestore } from "./backup/put-in-place.ts";
import type { Environment } from "./env.ts";
import { closeToOthers } from "./private-files.ts";
import { EnvironmentError } from "./environment-error.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { isServer } from "./unfit.ts";

export interface Stores {
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly secrets: Secrets;
  /** Whether other users of this machine may look into the data folder. */
  readonly isOpenToOthers: boolean;
  close(): void;
}

export interface OpenStoresOptions {
  /** Is told of each try that met another process's lock. */
  readonly onBusy?: (database: keyof Stores["databases"]) => void;
  /** How long a database server that is away is waited for; not at all without it. */
  readonly waitMs?: number;
  /** Is told that a server is waited for. */
  readonly onWait?: (variable: string) => void;
}

const askAgainMs = 1000;

/**
 * Opens the databases and secrets that the environment names; makes the data folder and the secrets
 * on the first start.
 *
 * @throws {DatabaseDamaged} When a file is none that SQLite can read.
 * @throws {EnvironmentError} When a secret is missing that a database was written with, a database
 * cannot be opened, or a restore was interrupted.
 */
export async function openStores(
  environment: Environment,
  options: OpenStoresOptions = {},
): Promise<Stores> {
  await makeFolder(environment.dataDir);
  const isOpenToOthers = await closeToOthers(environment);
  await refuseUnfinishedRestore(environment.dataDir);
  const secrets = await loadSecrets(environment);
  const open = (name: keyof Stores["databases"], durability: "full" | "normal") =>
    openOne(environment, name, durability, options);
  const databases = {
    events: await open("events", "full"),
    vault: await open("vault", "full"),
    // Whatever is lost here is read from the log again.
    read: await open("read", "normal"),
  };
  return {
    databases,
    secrets,
    isOpenToOthers,
    close() {
      for (const database of Object.values(databases)) database.close();
    },
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK);
  } catch {
    throw new EnvironmentError([`DATA_DIR: ${path} must be a folder that this user may write to`]);
  }
}

async function openOne(
  environment: Environment,
  name: keyof Stores["databases"],
  durability: "full" | "normal",
  { onBusy, waitMs = 0, onWait }: OpenStoresOptions,
): Promise<Database> {
  const variable = `${name.toUpperCase()}_URL`;
  const giveUpAtMs = performance.now() + waitMs;
  for (let isFirst = true;; isFirst = false) {
    try {
      const database = await openDatabase({
        ...environment[name],
        onBusy: () => onBusy?.(name),
        durability,
        ifDamaged: damageOf(name, environment[name].url),
      });
      await database.read("SELECT 1");
      await refuseReadOnly(database);
      return database;
    } catch (error) {
      if (error instanceof DatabaseDamaged) throw error;
      const isAway = error instanceof DatabaseUnavailable;
      if (!isAway || performance.now() >= giveUpAtMs) {
        throw new EnvironmentError([whyNot(error, variable, environment[name].url)]);
      }
      if (isFirst) onWait?.(variable);
      await delay(askAgainMs);
    }
  }
}

/**
 * Asks for what changes nothing and is refused all the same where nothing may be written. That there
 * are no tables yet, or that somebody else has the lock, is for those who come after.
 *
 * @throws {DatabaseNotWritable}
 */
async function refuseReadOnly(database: Database): Promise<void> {
  await database.write([{ sql: "DELETE FROM migrations WHERE 0" }]).catch((error) => {
    if (error instanceof DatabaseNotWritable) throw error;
  });
}

/** What to say of a file that is damaged, and what to do about it. */
export function damageOf(name: keyof Stores["databases"], url: string) {
  return {
    what: `${name.toUpperCase()}_URL: ${url} is damaged, or no database`,
    todo: name === "read"
      ? "stop the service and delete it, it is built anew from the log"
      : "stop the service, keep a copy of it, and restore the latest backup that verifies " +
        '("npm run admin -- restore --help")',
  };
}

function whyNot(error: unknown, variable: string, url: string): string {
  if (error instanceof DatabaseNotWritable) {
    return `${variable}: ${url} cannot be written to; may this user write to the file, and has ` +
      "its disk room?";
  }
  if (error instanceof DatabaseUnavailable) {
    return `${variable}: no libSQL server answers at ${url}; is it running, and is this its address?`;
  }
  if (error instanceof DatabaseRefused) {
    const token = variable.replace(/_URL$/, "_AUTH_TOKEN_FILE");
    return `${token}: the libSQL server at ${url} refuses it; set the server's token`;
  }
  if (isServer(url)) {
    return `${variable}: what answers at ${url} is no libSQL server; is this its address?`;
  }
  const code = String((error as { code?: unknown }).code);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return `${variable}: ${url} is locked by another program`;
  return `${variable}: ${url} cannot be opened; does its folder exist, and may this user write there?`;
}
