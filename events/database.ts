/**
 * One libSQL database, a file or a server, the way this product uses it: a writer that does one
 * batch at a time and a few readers beside it.
 *
 * @module
 */
import { type Client, createClient, type InStatement, LibsqlError } from "@libsql/client";
import type { InArgs, Row } from "@libsql/client";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import type { Database, DatabaseOptions } from "./database-port.ts";
import { openDatabaseServer } from "./database-server.ts";
import { pathOf, watchPlace } from "./database-place.ts";
import { openVersions } from "./database-version.ts";
import { commitTogether, createWriteQueue, type Durability } from "./group-commit.ts";
import { isBusy, isDamaged, isRefusedByDisk } from "./sqlite-errors.ts";

export type { Database, DatabaseOptions, Statement } from "./database-port.ts";

const pageBytes = 8192;
/** How long a call may block the event loop while it waits for another process's lock. */
const busyTimeoutMs = 50;
/** How long a call waits for another process's lock, its turn behind other calls included. */
const patienceMs = 5000;

/**
 * On a server nothing is asked yet; every call there may fail with the errors of `database-errors.ts`.
 *
 * @throws {DatabaseDamaged} Also by every call later.
 * @throws {LibsqlError} When the file cannot be opened.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (!options.url.startsWith("file:")) return openDatabaseServer(options);
  const open = async (concurrency: number) => {
    const client = createClient({
      url: options.url,
      concurrency,
      timeout: busyTimeoutMs,
      intMode: "number",
    });
    // Others may make the same new file at this moment.
    await patiently(options)(client, () => setPragmas(client, options)).catch((error) => {
      throw isDamaged(error) ? damage(options, error) : error;
    });
    return client;
  };
  // A PRAGMA holds for the connection it ran on: one connection a client, so that it stays set.
  const writer = await open(1);
  const reader = await open(1);
  const versions = openVersions(options.url);
  const place = watchPlace(options.url);
  /** The writer's durability. After a new connection it may be stricter than this says, never less strict. */
  let writerIs: Durability = options.durability;
  const queue = createWriteQueue(
    (kind, writes, giveUpAtMs) =>
      patiently(options, giveUpAtMs)(writer, async () => {
        refuseLost();
        if (writerIs !== kind) await writer.execute(`PRAGMA synchronous = ${kind}`);
        writerIs = kind;
        return await commitTogether(writer, writes);
      }),
    // Only a sync costs more than a turn of the event loop.
    (kind) => kind === "full",
  );

  function alone<T>(run: () => Promise<T>): Promise<T> {
    const retry = patiently(options);
    return queue.alone(() => retry(writer, run));
  }

  async function read(sql: string, args: InArgs = []): Promise<Row[]> {
    const retry = patiently(options);
    const { rows } = await retry(reader, () => reader.execute({ sql, args }));
    return rows;
  }

  function refuseLost(): void {
    if (!place.isKept()) throw new DatabaseNotWritable("The file is not there any more");
  }

  return {
    name: pathOf(options.url),
    async check() {
      refuseLost();
      await read("SELECT 1");
    },
    read,
    write(statements, wanted) {
      const batch = statements.map(({ sql, args = [] }): InStatement => ({ sql, args }));
      return queue.write(wanted ?? options.durability, batch, performance.now() + patienceMs);
    },
    truncateWriteAheadLog: () => alone(() => truncate(writer)),
    async forgetDeleted() {
      const owed = await deletionsOf(read);
      await alone(async () => {
        await writer.execute("VACUUM");
      });
      await alone(() => truncate(writer));
      if (owed !== nothingOwed) await alone(() => settle(writer, owed));
    },
    noteDeletion: () => [{ sql: `PRAGMA user_version = ${newDeletion()}` }],
    owesForgetting: async () => await deletionsOf(read) !== nothingOwed,
    version: versions.read,
    close() {
      versions.close();
      writer.close();
      reader.close();
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

/** Leaves the note of another deletion, which came in between: a CASE that fails ends the transaction. */
async function settle(writer: Client, owed: number): Promise<void> {
  const isSame =
    "SELECT CASE user_version WHEN ? THEN 1 ELSE json('other') END FROM pragma_user_version";
  await writer.batch(
    [{ sql: isSame, args: [owed] }, `PRAGMA user_version = ${nothingOwed}`],
    "write",
  ).catch((error) => {
    if (!/malformed JSON/.test(String(error))) throw error;
  });
}

/** Whether a statement broke a UNIQUE, PRIMARY KEY, CHECK or NOT NULL rule, or a trigger said no. */
export function isConstraintError(error: unknown): error is LibsqlError {
  return error instanceof LibsqlError && error.code.startsWith("SQLITE_CONSTRAINT");
}

async function setPragmas(client: Client, { durability, isReadOnly }: DatabaseOptions) {
  if (isReadOnly) {
    await client.execute("PRAGMA query_only = ON");
    return;
  }
  // Deleted personal data is overwritten, not only unlinked. First what needs no lock: what comes
  // after it can find the file busy, and is then what SQLite begins with, or what stands in the file.
  await client.execute("PRAGMA secure_delete = ON");
  await client.execute("PRAGMA foreign_keys = ON");
  await client.execute(`PRAGMA synchronous = ${durability}`);
  // Of a new file, which journal_mode begins: with pages of half the size a log takes longer to read, and
  // no less time to write. See README.
  await client.execute(`PRAGMA page_size = ${pageBytes}`);
  await client.execute("PRAGMA journal_mode = WAL");
}

/** That others read or write is no error to SQLite here: it says so in a row, and leaves the log. */
async function truncate(client: Client): Promise<void> {
  const { rows: [row] } = await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  if (Number(row?.busy) !== 0) {
    throw new LibsqlError("The write-ahead log is in use", "SQLITE_BUSY");
  }
}

/**
 * How one call is tried until another process gives its lock back, or patience ends. That is reckoned
 * from now on: calls that wait in a row for one lock are then all answered in that time.
 */
function patiently(options: DatabaseOptions, giveUpAtMs = performance.now() + patienceMs) {
  return async <T>(client: Client, run: () => Promise<T>): Promise<T> => {
    for (let isSecondRefusal = false;;) {
      try {
        return await run();
      } catch (error) {
        if (isDamaged(error)) throw damage(options, error);
        const isRefused = isRefusedByDisk(error);
        if (!isRefused && !isBusy(error)) throw error;
        // After either, every later batch on a client fails until it reconnects.
        client.reconnect();
        await setPragmas(client, options).catch(ignoreBusy);
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

function ignoreBusy(error: unknown) {
  if (!isBusy(error) && !isRefusedByDisk(error)) throw error;
}
