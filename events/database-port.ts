/**
 * Database port: SQL on a file or on a server, and how one is opened. `database.ts` has the driver for
 * files, `database-server.ts` the one for servers.
 *
 * @module
 */
import type { InValue, Value } from "@libsql/client";

export interface Statement {
  readonly sql: string;
  /** In the order of its question marks. */
  readonly args?: readonly InValue[];
}

/** What a statement returns of one row, by column. A BLOB is an `ArrayBuffer`. */
export type Row = Record<string, Value>;

/** What a statement did. */
export interface Written {
  readonly rows: Row[];
  /** 0 for one that returns rows. */
  readonly rowsAffected: number;
}

export interface Database {
  /** Its file's path, or its server's address: by which people know it. */
  readonly name: string;
  /** Rows of one reading statement. Sees everything that was written before the call. */
  read(sql: string, args?: readonly InValue[]): Promise<Row[]>;
  /**
   * Asks whether the database does its work.
   *
   * @throws {DatabaseNotWritable} When its file was deleted or replaced: what is written would be lost.
   */
  check(): Promise<void>;
  /**
   * Runs the statements in one transaction: all of them, or none and the first one's error.
   *
   * @param durability `normal` where a power cut may lose it, whatever the database's own; a server
   * has one for all. A process that is killed loses nothing either way.
   */
  write(statements: readonly Statement[], durability?: "normal"): Promise<readonly Written[]>;
  /**
   * Moves everything from the write-ahead log into the database file and empties the log, so that deleted
   * content is in neither. On a server it does nothing: see the README.
   *
   * @returns False when somebody has been reading from the log for too long: then it is to be tried again.
   */
  truncateWriteAheadLog(): Promise<boolean>;
  /**
   * Writes the file anew and empties its write-ahead log. SQLite overwrites a deleted row, but not the
   * copies that it left behind where it moved rows to other pages. Others read meanwhile, and writers
   * wait. Where somebody reads from the write-ahead log, that is still to be truncated. On a server it
   * does nothing, either.
   */
  forgetDeleted(): Promise<void>;
  /**
   * To be recorded in the transaction of a deletion that `forgetDeleted` follows, so that a process that is
   * killed in between is noticed. Nothing on a server.
   */
  noteDeletion(): readonly Statement[];
  /** Whether `forgetDeleted` is still owed for a deletion that was noted, or nobody knows. */
  owesForgetting(): Promise<boolean>;
  /**
   * A number that another one follows as soon as anyone, in this process or in another, has written:
   * what was read between two equal ones is what would be read now. `undefined` where the database
   * cannot tell, as on a server.
   */
  version(): number | undefined;
  close(): void;
}

export interface DatabaseOptions {
  /** `file:` path, or the address of a libSQL server. */
  readonly url: string;
  readonly authToken?: string | undefined;
  /** `full` survives a power cut with every answered write; `normal` may lose the newest. */
  readonly durability: "full" | "normal";
  /** Is told of each try that met another process's lock. */
  readonly onBusy?: (() => void) | undefined;
  /** For a finished file, such as one of a backup: it is read, and stays as it is byte for byte. */
  readonly isReadOnly?: boolean;
  /** What is said of a file that is damaged. */
  readonly ifDamaged?: { readonly what: string; readonly todo: string } | undefined;
}
