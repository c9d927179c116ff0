import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase, type Statement } from "../store/database.ts";

/** A folder that is deleted after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    // Left by a product that used it as its data folder.
    await rm(`${folder}.backups`, { recursive: true, force: true });
  });
  return folder;
}

/** An empty database in a file of its own. */
export async function temporaryDatabase(): Promise<Database> {
  return await databaseIn(await temporaryFolder(), "test.db");
}

/** A database in a given file. Opening it twice gives two connections. */
export async function databaseIn(folder: string, name: string): Promise<Database> {
  const database = await openDatabase({ url: `file:${join(folder, name)}`, durability: "normal" });
  onTestFinished(() => database.close());
  return database;
}

/** Whether these statements append events. */
export function appendsEvents(statements: readonly Statement[]): boolean {
  return statements.some(({ sql }) => sql.startsWith('insert into "events"'));
}

/** The same database with some methods replaced. */
export function changedDatabase(database: Database, changes: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name: keyof Database) {
      if (name in changes) return changes[name];
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
