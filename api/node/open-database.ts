/** Opens a database of the environment, or explains why it can't be opened. */
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Database, isConstraintError, openDatabase } from "../../events/store/database.ts";
import {
  DatabaseDamaged,
  DatabaseNotWritable,
  DatabaseRefused,
  DatabaseUnavailable,
} from "../../events/store/database-errors.ts";
import { statement, tables } from "../../events/store/queries.ts";
import { isServer } from "../config/combinations.ts";
import type { Environment } from "../config/env.ts";
import { EnvironmentError } from "../config/environment-error.ts";
import { databasePath } from "./private-files.ts";

export interface OpenDatabaseOptions {
  /** Calls wait for an unavailable database server until it aborts. Without it, they fail. */
  readonly waiting?: AbortSignal;
  /** Called when waiting for a server. */
  readonly onWait?: () => void;
}

const askAgainMs = 1000;

/** Whether the URL is a file with content, or a server. */
export async function databaseExists(url: string): Promise<boolean> {
  return isServer(url) || await stat(databasePath(url)).then(({ size }) => size > 0, () => false);
}

/** @throws {DatabaseDamaged} @throws {EnvironmentError} */
export async function openOne(
  environment: Environment,
  { waiting, onWait }: OpenDatabaseOptions,
): Promise<Database> {
  const { url } = environment.database;
  try {
    const opened = await openDatabase({
      ...environment.database,
      durability: "full",
      ifDamaged: damageOf(url),
    });
    const database = isServer(url)
      ? patient(opened, () => waiting?.aborted === false, () => onWait?.())
      : opened;
    await database.check();
    await refuseReadOnly(database);
    return database;
  } catch (error) {
    if (error instanceof DatabaseDamaged) throw error;
    throw new EnvironmentError([explain(error, url)]);
  }
}

/** Repeats calls until the server is available, as long as `waits` returns true. */
function patient(database: Database, waits: () => boolean, onWait: () => void): Database {
  async function ask<T>(run: () => Promise<T>): Promise<T> {
    for (let away: unknown;;) {
      try {
        return await run();
      } catch (error) {
        // The write may have been stored before the server became unavailable, so the result is unknown.
        if (away !== undefined && isConstraintError(error)) throw away;
        if (!(error instanceof DatabaseUnavailable) || !waits()) throw error;
        if (away === undefined) onWait();
        away = error;
        await delay(askAgainMs);
      }
    }
  }
  return {
    ...database,
    read: (...asked) => ask(() => database.read(...asked)),
    write: (...asked) => ask(() => database.write(...asked)),
  };
}

/** Runs a statement that needs write access but changes nothing. @throws {DatabaseNotWritable} */
async function refuseReadOnly(database: Database): Promise<void> {
  const nothing = tables.deleteFrom("migrations").where("name", "is", null);
  await database.write([statement(nothing)]).catch((error) => {
    if (error instanceof DatabaseNotWritable) throw error;
  });
}

export function damageOf(url: string) {
  return {
    what: `DATABASE_URL: ${url} is damaged, or no database`,
    todo: "stop the service, keep a copy of it, and restore the latest backup (OPERATING.md)",
  };
}

function explain(error: unknown, url: string): string {
  if (error instanceof DatabaseNotWritable) {
    return `DATABASE_URL: ${url} can't be written to; may this user write to the file, and has ` +
      "its disk room?";
  }
  if (error instanceof DatabaseUnavailable) {
    return `DATABASE_URL: no libSQL server responds at ${url}; is it running, and is this its address?`;
  }
  if (error instanceof DatabaseRefused) {
    return `DATABASE_URL: the libSQL server at ${url} refuses DATABASE_AUTH_TOKEN, or its absence`;
  }
  if (isServer(url)) {
    return `DATABASE_URL: what answers at ${url} is no libSQL server; is this its address?`;
  }
  const code = String((error as { code?: unknown }).code);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `DATABASE_URL: ${url} is locked by another program`;
  }
  return `DATABASE_URL: ${url} can't be opened; does its folder exist, and may this user write there?`;
}
