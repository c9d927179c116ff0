import type { Durability } from "../group-commit.ts";
import { commitTogether, type Outcome, runAlone, type Write } from "./commit.ts";
import { type FileConnection, openConnection } from "./connection.ts";
import type { Row } from "../database-port.ts";
import { isBusy, isRefusedByDisk } from "../sqlite-errors.ts";

/** How a file is opened to be written. */
export interface FileOptions {
  readonly url: string;
  readonly durability: Durability;
  readonly isReadOnly: boolean;
}

/** Writer of a database file: its one connection that writes, whichever thread that is on. */
export interface FileWriter {
  /** @throws {LibsqlError} What the file says of the transaction: then none of the writes is recorded. */
  commit(kind: Durability, writes: readonly Write[]): Promise<readonly Outcome[]>;
  /** Runs what must not stand in a transaction. */
  alone(sql: string): Promise<readonly Row[]>;
  /** Makes the connection what it should be. Others may make the same new file at this moment. */
  prepare(): Promise<void>;
  /** Opens the file anew: after some errors SQLite refuses everything on a connection. */
  reopen(): Promise<void>;
  close(): void;
}

const pageBytes = 8192;
/** How long a call may hold up its thread while it waits for another process's lock. */
export const busyMs = 50;

/** On the thread of its caller. */
export function createFileWriter(options: FileOptions): FileWriter {
  const connection = openConnection(options.url, busyMs);
  /** The connection's durability. A new one may be stricter than this says, never less strict. */
  let durability = options.durability;
  return {
    async commit(kind, writes) {
      if (durability !== kind) connection.run(`PRAGMA synchronous = ${kind}`);
      durability = kind;
      return commitTogether(connection, writes);
    },
    alone: async (sql) => runAlone(connection, sql).rows,
    prepare: async () => setPragmas(connection, options),
    async reopen() {
      reopen(connection, options);
      durability = options.durability;
    },
    close: () => connection.close(),
  };
}

/** Opens the file anew, and leaves to the next call to say why it is refused. */
export function reopen(connection: FileConnection, options: FileOptions): void {
  connection.reopen();
  try {
    setPragmas(connection, options);
  } catch (error) {
    if (!isBusy(error) && !isRefusedByDisk(error)) throw error;
  }
}

/** @throws {LibsqlError} */
export function setPragmas(
  connection: FileConnection,
  { durability, isReadOnly }: FileOptions,
): void {
  if (isReadOnly) {
    connection.run("PRAGMA query_only = ON");
    return;
  }
  // Deleted personal data is overwritten, not only unlinked. First what needs no lock: what comes
  // after it can find the file busy, and is then what SQLite begins with, or what stands in the file.
  connection.run("PRAGMA secure_delete = ON");
  connection.run("PRAGMA foreign_keys = ON");
  connection.run(`PRAGMA synchronous = ${durability}`);
  // Of a new file, which journal_mode begins: with pages of half the size a log takes longer to read, and
  // no less time to write. See README.
  connection.run(`PRAGMA page_size = ${pageBytes}`);
  connection.run("PRAGMA journal_mode = WAL");
}
