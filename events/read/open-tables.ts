import type { Database } from "../database.ts";
import { joinedInstallation } from "../installation.ts";
import { migrate, type Schema } from "../migrate.ts";
import { createTables, tableNames } from "./tables.ts";

/** Steps before the last one. It replaces what they made, since rows can be built from the log again. */
const replacedSteps = [
  "0003-event-hash",
  "0004-projection",
  "0005-stream-heads",
  "0006-connections",
  "0007-reveals",
  "0008-conversations",
  "0009-program",
  "0010-erased",
  "0011-settings",
  "0012-sealed-since",
];

const schema: Schema = {
  "0001-checkpoints": [],
  "0002-installation": joinedInstallation,
  ...Object.fromEntries(replacedSteps.map((name) => [name, []])),
  "0013-no-builds": [
    ...["checkpoints", ...tableNames.flatMap((name) => [name, `${name}_next`])]
      .map((name) => `DROP TABLE IF EXISTS ${name}`),
    `CREATE TABLE checkpoints (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      generation INTEGER NOT NULL DEFAULT 0,
      event_hash TEXT,
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
