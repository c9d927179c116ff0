import type { Database } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";

/** Statements of the steps to a schema, by name, in order. A released step never changes. */
export type Schema = Readonly<Record<string, readonly string[]>>;

/**
 * Brings a database to today's schema, one transaction a step: two processes can do it at once.
 * @throws {DatabaseUnfit} When a newer version of the product wrote it, or another product.
 */
export async function migrate(database: Database, schema: Schema): Promise<void> {
  await refuseOtherProduct(database);
  await database.write([{
    sql: "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT",
  }]);
  const taken = await takenSteps(database);
  const unknown = [...taken].find((name) => !Object.hasOwn(schema, name));
  if (unknown !== undefined) {
    throw new DatabaseUnfit(
      `The database has the step "${unknown}", which this version does not know: ` +
        "start the version that wrote it, or a later one",
    );
  }
  for (const [name, statements] of Object.entries(schema)) {
    if (taken.has(name)) continue;
    try {
      await database.write([
        { sql: "INSERT INTO migrations (name) VALUES (?)", args: [name] },
        ...statements.map((sql) => ({ sql })),
      ]);
    } catch (error) {
      // Another process did this step in the meantime.
      if (!(await takenSteps(database)).has(name)) throw error;
    }
  }
}

/** @throws {DatabaseUnfit} When another product wrote the database. */
export async function refuseOtherProduct(database: Database): Promise<void> {
  const tables = await database.read("SELECT name FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0 || tables.some(({ name }) => name === "migrations")) return;
  throw new DatabaseUnfit(`${database.name} is no database of this product`);
}

async function takenSteps(database: Database): Promise<Set<string>> {
  const rows = await database.read("SELECT name FROM migrations");
  return new Set(rows.map((row) => String(row.name)));
}
