import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase, type Statement } from "../store/database.ts";

/** A folder that is gone when the running test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    // Of a product whose data folder it was.
    await rm(`${folder}.backups`, { recursive: true, force: true });
  });
  return folder;
}

/** An empty database in a file of its own. */
export async function temporaryDatabase(): Promise<Database> {
  return await databaseIn(await temporaryFolder(), "test.db");
}

/** A database in a given file; opening the same one twice gives two connections to it. */
export async function databaseIn(folder: string, name: string): Promise<Database> {
  const database = await openDatabase({ url: `file:${join(folder, name)}`, durability: "normal" });
  onTestFinished(() => database.close());
  return database;
}

/** Whether what is about to be written records events. */
export function recordsEvents(statements: readonly Statement[]): boolean {
  return statements.some(({ sql }) => sql.startsWith('insert into "events"'));
}

/** The same database, where some of what it does is done by others. */
export function changedDatabase(database: Database, changes: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name: keyof Database) {
      if (name in changes) return changes[name];
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
