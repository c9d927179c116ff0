import { type Driver, Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database, Statement } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";
import { dialectOf, PortAdapter, PortDriver, tablesOf } from "./queries.ts";

/**
 * Statements of the steps to a schema, by name, in alphabetical order. A released step never
 * changes.
 */
export type Schema = Readonly<Record<string, readonly string[]>>;

/**
 * Brings a database to today's schema in one transaction: two processes can do it at once.
 * @throws {DatabaseUnfit} When a newer version of the product wrote it, or another product.
 */
export async function migrate(database: Database, schema: Schema): Promise<void> {
  await refuseOtherProduct(database);
  const db = new Kysely<unknown>({
    dialect: { ...dialectOf(() => oneBatch(database)), createAdapter: () => new BatchAdapter() },
  });
  const migrations = Object.entries(schema).map((
    [name, statements],
  ): [string, Migration] => [name, {
    async up(step) {
      for (const statement of statements) await sql.raw(statement).execute(step);
    },
  }]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
  });
  for (let isSecond = false;; isSecond = true) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    await refuseLater(database, schema);
    // Another process did the same first.
    if (isSecond) throw error;
  }
}

/** @throws {DatabaseUnfit} When another product wrote the database. */
export async function refuseOtherProduct(database: Pick<Database, "name" | "read">): Promise<void> {
  const names = await tableNamesOf(database);
  if (names.length === 0 || names.includes("migrations")) return;
  throw new DatabaseUnfit(`${database.name} is no database of this product`);
}

export async function tableNamesOf(database: Pick<Database, "read">): Promise<readonly string[]> {
  const rows = await tablesOf(database).selectFrom("sqlite_master").where("type", "=", "table")
    .select("name").execute();
  return rows.map(({ name }) => name);
}

async function refuseLater(database: Database, schema: Schema): Promise<void> {
  const taken = await tablesOf(database).selectFrom("migrations").select("name").execute();
  const unknown = taken.find(({ name }) => !Object.hasOwn(schema, name));
  if (unknown === undefined) return;
  throw new DatabaseUnfit(
    `The database has the step "${unknown.name}", which this version does not know: ` +
      "start the version that wrote it, or a later one",
  );
}

class BatchAdapter extends PortAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Collects the statements of a migrator's transaction, and runs them at its end. */
function oneBatch(database: Database): Driver {
  let batch: Statement[] | undefined;
  const driver = new PortDriver({
    read: (...asked) => database.read(...asked),
    async write(statements) {
      if (batch === undefined) return await database.write(statements);
      batch.push(...statements);
      return [{ rows: [], rowsAffected: 0 }];
    },
  });
  return Object.assign(driver, {
    async beginTransaction() {
      batch = [];
    },
    async commitTransaction() {
      const statements = batch ?? [];
      batch = undefined;
      if (statements.length > 0) await database.write(statements);
    },
    async rollbackTransaction() {
      batch = undefined;
    },
  });
}
