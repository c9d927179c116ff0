/**
 * A copy of the database in a file of its own, with what else a backup holds in two tables more.
 * All calls take
 * as long as the disk does, so they belong in a worker.
 */
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { DatabaseDamaged, DatabaseNotWritable } from "./database-errors.ts";
import { backupTables } from "./backup-tables.ts";
import { pathOf } from "./database-place.ts";
import { FileConnection } from "./file-connection.ts";
import { isBusy } from "./sqlite-errors.ts";

export interface StoredPicture {
  readonly key: string;
  readonly body: Uint8Array;
}

const maxTries = 100;
const litestreamTables = ["_litestream_seq", "_litestream_lock"];

/**
 * Copies a database in use, as it is at one moment and without deleted content. Readers and writers
 * go on.
 * @throws {DatabaseNotWritable} When the file is gone.
 */
export async function copyDatabase(url: string, path: string): Promise<void> {
  // Opening a missing file would create an empty database.
  const { size } = await stat(pathOf(url)).catch(() => ({ size: 0 }));
  if (size === 0) throw new DatabaseNotWritable("The file no longer exists");
  const connection = new FileConnection({ url, durability: "full" });
  try {
    for (let tries = 1;; tries++) {
      try {
        connection.run({ sql: "VACUUM INTO ?", args: [path] });
        return;
      } catch (error) {
        if (!isBusy(error) || tries === maxTries) throw error;
        await delay(50);
      }
    }
  } finally {
    connection.close();
  }
}

/**
 * Writes the statements of a dump into a new file.
 * @throws {DatabaseDamaged} When its end is missing.
 */
export async function loadDump(parts: AsyncIterable<string>, path: string): Promise<void> {
  const connection = open(path);
  try {
    let isWhole = false;
    for await (const statements of wholeStatements(parts)) {
      connection.runAll(statements);
      isWhole = /\bCOMMIT;\s*$/.test(statements);
    }
    if (!isWhole) throw new DatabaseDamaged("the server's copy ends too early", "back up again");
  } finally {
    connection.close();
  }
}

export class BackupCopy {
  readonly #connection: FileConnection;

  constructor(private readonly path: string) {
    this.#connection = open(path);
    this.#run("PRAGMA secure_delete = ON");
    // Litestream doesn't know the restored database.
    for (const table of litestreamTables) this.#run(`DROP TABLE IF EXISTS ${table}`);
    for (const table of backupTables) this.#run(table);
  }

  /** Ends sessions and links, except those of invitations: people would have to be invited again. */
  endAccess(): void {
    this.#run("DELETE FROM sessions");
    this.#run("DELETE FROM tokens WHERE kind <> 'invitation'");
  }

  add(pictures: readonly StoredPicture[]): void {
    this.#run("BEGIN");
    for (const { key, body } of pictures) {
      this.#run("INSERT INTO objects (key, body) VALUES (?, ?)", [key, body]);
    }
    this.#run("COMMIT");
  }

  /** Numbers of accounts and pictures, and the last log position. */
  counts() {
    const [row] = this.#run(
      `SELECT (SELECT count(*) FROM credentials) AS people, (SELECT count(*) FROM objects) AS pictures,
        (SELECT coalesce(max(position), 0) FROM events) AS position`,
    );
    return {
      people: Number(row?.people),
      pictures: Number(row?.pictures),
      position: Number(row?.position),
    };
  }

  /**
   * @param about Description of the content, as JSON.
   * @throws {DatabaseDamaged} When SQLite finds damage.
   */
  finish(about: string): void {
    this.#run("INSERT INTO backup (one, about) VALUES (1, ?)", [about]);
    const [row] = this.#run("PRAGMA integrity_check(1)");
    const answer = String(row?.integrity_check);
    if (answer === "ok") return;
    const wrong = answer.replaceAll(/\s+/g, " ").trim();
    throw new DatabaseDamaged(`${this.path} is damaged (${wrong})`, "check the disk");
  }

  close(): void {
    this.#connection.close();
  }

  #run(sql: string, args: readonly (string | Uint8Array)[] = []) {
    return this.#connection.run({ sql, args }).rows;
  }
}

/** Opens without a journal: the file is deleted if anything fails. */
function open(path: string): FileConnection {
  const url = `file:${path.split("/").map(encodeURIComponent).join("/")}`;
  const connection = new FileConnection({ url, durability: "full" });
  for (const setting of ["trusted_schema = OFF", "journal_mode = OFF", "synchronous = OFF"]) {
    connection.run(`PRAGMA ${setting}`);
  }
  return connection;
}

const batchLength = 1_000_000;
/** Tokens that begin a text, a name or a comment, or end a statement. */
const tokens = /['"`;]|--|\/\*/g;
const endOf: Readonly<Record<string, string>> = { "--": "\n", "/*": "*/" };

/** Yields whole statements, many at once, from parts that may be split anywhere. */
async function* wholeStatements(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  /** Position in the text, end of the last whole statement, and the token that must end first. */
  let [at, end, within] = [0, 0, ""];

  /** Scans to the end of the text so far. */
  function read(isLast: boolean) {
    // A token of two characters may be split.
    const until = isLast ? text.length : text.length - 1;
    while (at < until) {
      if (within !== "") {
        const found = text.indexOf(within, at);
        if (found === -1) return void (at = Math.max(at, until - 1));
        at = found + within.length;
        within = "";
        continue;
      }
      tokens.lastIndex = at;
      const [token] = tokens.exec(text) ?? [];
      if (token === undefined) return void (at = until);
      at = tokens.lastIndex;
      if (token !== ";") within = endOf[token] ?? token;
      else if (!isWithinTrigger(text.slice(end, at))) end = at;
    }
  }

  for await (const part of parts) {
    text += part;
    read(false);
    if (end < batchLength) continue;
    yield text.slice(0, end);
    text = text.slice(end);
    [at, end] = [at - end, 0];
  }
  read(true);
  if (text.trim() !== "") yield text;
}

/** Whether a semicolon is inside a trigger: it contains statements and ends with `END;`. */
function isWithinTrigger(statement: string): boolean {
  return /^\s*CREATE\s+TRIGGER\b/i.test(statement) && !/;\s*END\s*;$/i.test(statement);
}
