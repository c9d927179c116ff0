import type { Database } from "../database.ts";
import { joinedInstallation } from "../installation.ts";
import { migrate, type Schema } from "../migrate.ts";
import { createTables } from "./tables.ts";

const schema: Schema = {
  "0001-read-tables": [
    ...joinedInstallation,
    `CREATE TABLE checkpoints (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      generation INTEGER NOT NULL DEFAULT 0,
      event_id TEXT,
      projection INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
    "INSERT INTO checkpoints (name, position) VALUES ('members', 0)",
    ...createTables(),
  ],
};

export async function openTables(database: Database, projection: number): Promise<void> {
  await migrate(database, schema);
  await database.write([{
    sql: "UPDATE checkpoints SET projection = ? WHERE position = 0 AND projection <> ?",
    args: [projection, projection],
  }]);
}
