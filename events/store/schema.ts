import type { Database } from "./database.ts";
import { installationTable } from "./installation.ts";
import { logTables } from "./log-tables.ts";
import { migrate, type Schema } from "./migrate.ts";
import { createTables } from "../read/tables.ts";
import { otherTables } from "./other-tables.ts";

/** Released steps never change. */
export const schema: Schema = {
  "0001-tables": [
    ...installationTable,
    ...logTables,
    ...otherTables,
    ...createTables(),
  ],
};

/** Creates or upgrades the tables. @throws {DatabaseUnfit} When a newer version wrote them, or another product. */
export async function openSchema(database: Database): Promise<void> {
  await migrate(database, schema);
}
