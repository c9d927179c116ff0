import type { InValue, Value } from "@libsql/client";

export interface Statement {
  readonly sql: string;
  readonly args?: readonly InValue[];
}

/** A row by column name. A BLOB is an `ArrayBuffer`. */
export type Row = Record<string, Value>;

export interface Written {
  readonly rows: Row[];
  /** 0 for a statement that returns rows. */
  readonly rowsAffected: number;
}

export interface Database {
  /** The file's path or the server's address, for messages to people. */
  readonly name: string;
  /** Rows of one reading statement. Sees everything written before the call. */
  read(sql: string, args?: readonly InValue[]): Promise<Row[]>;
  /** @throws {DatabaseNotWritable} When its file was deleted or replaced, so that writes would be lost. */
  check(): Promise<void>;
  /**
   * Runs the statements in one transaction. On an error none is applied, and the first error is thrown.
   *
   * @param durability `normal` where a power cut may lose the write; the database's own by default. A killed
   * process loses nothing either way. A server has one durability for all.
   */
  write(statements: readonly Statement[], durability?: "normal"): Promise<readonly Written[]>;
  /**
   * Moves everything from the write-ahead log into the database file and empties the log, so that deleted
   * content is in neither. Does nothing on a server: see the README.
   *
   * @returns False if someone reads from the log for too long: try again.
   */
  truncateWriteAheadLog(): Promise<boolean>;
  /**
   * Rewrites the file and empties its write-ahead log, because SQLite overwrites a deleted row but not copies
   * it left when it moved rows between pages. Readers continue, writers wait. If someone reads from the
   * write-ahead log, it still has to be truncated. Does nothing on a server.
   */
  forgetDeleted(): Promise<void>;
  /** Statements for a deletion's transaction, so that a missing `forgetDeleted` is noticed. None on a server. */
  noteDeletion(): readonly Statement[];
  /** Whether a noted deletion still needs `forgetDeleted`, or that is unknown. */
  owesForgetting(): Promise<boolean>;
  /**
   * A number that changes whenever anyone writes, in this process or another: reads between two equal numbers
   * are still current. `undefined` if the database can't tell, as on a server.
   */
  version(): number | undefined;
  close(): void;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly authToken?: string | undefined;
  /** `full` survives a power cut with every answered write; `normal` may lose the newest. */
  readonly durability: "full" | "normal";
  /** Called for each try that met another process's lock. */
  readonly onBusy?: (() => void) | undefined;
  /** For a finished file: it is only read, and stays the same byte for byte. */
  readonly isReadOnly?: boolean;
  readonly ifDamaged?: { readonly what: string; readonly todo: string } | undefined;
}
