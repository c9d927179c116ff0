/**
 * One libSQL database, a file or a server, the way this product uses it: a writer that does one
 * batch at a time and a few readers beside it.
 *
 * @module
 */
import { stat } from "node:fs/promises";
import { LibsqlError } from "@libsql/client";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import type { Database, DatabaseOptions, Row } from "./database-port.ts";
import { openDatabaseServer } from "./database-server.ts";
import { pathOf, watchPlace } from "./database-place.ts";
import { openVersions } from "./database-version.ts";
import { openConnection } from "./file/connection.ts";
import { busyMs, createFileWriter, type FileWriter, reopen, setPragmas } from "./file/writer.ts";
import { createThreadWriter } from "./file/writer-thread.ts";
import { createWriteQueue } from "./group-commit.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";

export type { Database, DatabaseOptions, Row, Statement, Written } from "./database-port.ts";

/** How long a call waits for another process's lock, its turn behind other calls included. */
const patienceMs = 5000;
/** How long one waits for readers to leave the write-ahead log. */
const emptyWithinMs = 500;

/**
 * On a server nothing is asked yet; every call there may fail with the errors of `database-errors.ts`.
 *
 * @throws {DatabaseDamaged} Also by every call later.
 * @throws {LibsqlError} When the file cannot be opened.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!options.url.startsWith("file:")) return openDatabaseServer(options);
  const { url, durability, isReadOnly = false } = options;
  const file = { url, durability, isReadOnly };
  const retry = patiently(options);
  const writer = options.writesOnThread ? createThreadWriter(file) : createFileWriter(file);
  const connection = openConnection(options.url, busyMs);
  const reader = { reopen: async () => reopen(connection, file) };
  // Others may make the same new file at this moment.
  await retry(writer, () => writer.prepare());
  await retry(reader, async () => setPragmas(connection, file));
  const versions = openVersions(options.url);
  const place = watchPlace(options.url);
  const queue = createWriteQueue(
    (kind, writes, giveUpAtMs) =>
      patiently(options, giveUpAtMs)(writer, () => {
        refuseLost();
        return writer.commit(kind, writes);
      }),
    // What comes while another thread writes is the next group; here, only a sync costs more than a turn.
    (kind) => kind === "full" && !options.writesOnThread,
  );

  function alone<T>(run: () => Promise<T>): Promise<T> {
    const retry = patiently(options);
    return queue.alone(() => retry(writer, run));
  }

  async function read(sql: string, args: Parameters<Database["read"]>[1] = []): Promise<Row[]> {
    const retry = patiently(options);
    const { rows } = await retry(reader, async () => connection.run({ sql, args }));
    return [...rows];
  }

  /** Others write between two tries. That somebody reads is no error to SQLite here: it says so in a row. */
  async function truncate(): Promise<boolean> {
    // One that is empty is left alone: emptying it makes everybody read anew what they have at hand.
    const { size } = await stat(`${pathOf(options.url)}-wal`).catch(() => ({ size: 0 }));
    if (size === 0) return true;
    const giveUpAtMs = performance.now() + emptyWithinMs;
    for (;;) {
      const [row] = await alone(() => writer.alone("PRAGMA wal_checkpoint(TRUNCATE)"));
      if (Number(row?.busy) === 0) return true;
      if (performance.now() >= giveUpAtMs) return false;
      options.onBusy?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  function refuseLost(): void {
    if (!place.isKept()) throw new DatabaseNotWritable("The file no longer exists");
  }

  return {
    name: pathOf(options.url),
    async check() {
      refuseLost();
      await read("SELECT 1");
    },
    read,
    write(statements, wanted) {
      return queue.write(wanted ?? options.durability, statements, performance.now() + patienceMs);
    },
    truncateWriteAheadLog: truncate,
    async forgetDeleted() {
      const owed = await deletionsOf(read);
      await alone(() => writer.alone("VACUUM"));
      if (owed !== nothingOwed) await alone(() => settle(writer, owed));
      await truncate();
    },
    noteDeletion: () => [{ sql: `PRAGMA user_version = ${newDeletion()}` }],
    owesForgetting: async () => await deletionsOf(read) !== nothingOwed,
    version: versions.read,
    close() {
      versions.close();
      writer.close();
      connection.close();
    },
  };
}

/**
 * Deletions to be overwritten are noted in `user_version`, a number of the file that is changed in
 * transactions: each by a number of its own. A file that has never been asked has 0.
 */
const nothingOwed = 1;

const newDeletion = () => 2 + Math.floor(Math.random() * (2 ** 31 - 2));

async function deletionsOf(read: (sql: string) => Promise<Row[]>): Promise<number> {
  const [row] = await read("PRAGMA user_version");
  return Number(row?.user_version);
}

/** Leaves the note of another deletion, which came in between: a CASE that fails takes the write back. */
async function settle(writer: FileWriter, owed: number): Promise<void> {
  const isSame =
    "SELECT CASE user_version WHEN ? THEN 1 ELSE json('other') END FROM pragma_user_version";
  const [outcome] = await writer.commit("full", [[
    { sql: isSame, args: [owed] },
    { sql: `PRAGMA user_version = ${nothingOwed}` },
  ]]);
  const error = outcome && "error" in outcome ? outcome.error : undefined;
  if (error !== undefined && !/malformed JSON/.test(String(error))) throw error;
}

/** Whether a statement broke a UNIQUE, PRIMARY KEY, CHECK or NOT NULL rule, or a trigger said no. */
export function isConstraintError(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && error.code.startsWith("SQLITE_CONSTRAINT");
}

/**
 * How one call is tried until another process gives its lock back, or patience ends. That is reckoned
 * from now on: calls that wait in a row for one lock are then all answered in that time.
 */
function patiently(options: DatabaseOptions, giveUpAtMs = performance.now() + patienceMs) {
  return async <T>(connection: Pick<FileWriter, "reopen">, run: () => Promise<T>): Promise<T> => {
    for (let isSecondRefusal = false;;) {
      try {
        return await run();
      } catch (error) {
        if (isDamaged(error)) throw damage(options, error);
        const isRefused = isRefusedByDisk(error);
        if (!isRefused && !isBusy(error)) throw error;
        // After either, every later batch on a client fails until it reconnects.
        await connection.reopen();
        if (isRefused) {
          // A connection from while the file could only be read stays as it was: ask a new one.
          const message = "The disk takes nothing";
          if (isSecondRefusal) throw new DatabaseNotWritable(message, { cause: error });
          isSecondRefusal = true;
          continue;
        }
        options.onBusy?.();
        if (performance.now() >= giveUpAtMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60));
      }
    }
  };
}

function damage({ url, ifDamaged }: DatabaseOptions, cause: unknown): DatabaseDamaged {
  const { what, todo } = ifDamaged ?? { what: `${url} is damaged`, todo: "keep a copy of it" };
  return new DatabaseDamaged(what, todo, { cause });
}
