import type { InValue, Value } from "@libsql/client";

export interface Statement {
  readonly sql: string;
  readonly args?: readonly InValue[];
}

/** A row by column name. A BLOB is an `ArrayBuffer`. */
export type DatabaseRow = Record<string, Value>;

export interface Written {
  readonly rows: DatabaseRow[];
  /** 0 for a statement that returns rows. */
  readonly rowsAffected: number;
}

export interface Database {
  /** The file's path or the server's address, for messages to people. */
  readonly name: string;
  /** Rows of one reading statement. Sees everything written before the call. */
  read(sql: string, args?: readonly InValue[]): Promise<DatabaseRow[]>;
  /**
   * @throws {DatabaseNotWritable} When its file was deleted or replaced, so that writes would be
   * lost.
   */
  check(): Promise<void>;
  /**
   * Runs the statements in one transaction. On an error none is applied.
   *
   * @param durability `normal` if a power cut may lose the write; by default the database's own. A
   * killed process loses nothing either way. Servers have their own.
   */
  write(statements: readonly Statement[], durability?: "normal"): Promise<readonly Written[]>;
  /**
   * Moves the write-ahead log into the database file and empties it, so that deleted content is in
   * neither. Does nothing on a server.
   * @returns False if a reader used the log for too long: try again.
   */
  truncateWriteAheadLog(): Promise<boolean>;
  /**
   * Ends the write-ahead log, so that another file can replace this one: SQLite deletes a log by
   * its
   * name, and would delete the other file's. Close the database afterward. Does nothing on a
   * server.
   * @returns False if another process has the file open.
   */
  endWriteAheadLog(): Promise<boolean>;
  /**
   * Changes whenever anyone writes: reads between equal numbers are still current. `undefined` if
   * unknown, as on a server.
   */
  version(): number | undefined;
  close(): void;
}

export interface DatabaseOptions {
  readonly url: string;
  /** The server's token, if it requires one. */
  readonly authToken?: string | undefined;
  /** `full` survives a power cut with every completed write; `normal` may lose the newest. */
  readonly durability: "full" | "normal";
  /** Called for each try that met another process's lock. */
  readonly onBusy?: (() => void) | undefined;
  readonly ifDamaged?: { readonly what: string; readonly todo: string } | undefined;
}
