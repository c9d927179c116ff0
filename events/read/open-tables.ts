import type { Database } from "../database.ts";
import { openSchema } from "../schema.ts";

export async function openTables(database: Database, projection: number): Promise<void> {
  await openSchema(database);
  await database.write([{
    sql: "UPDATE checkpoints SET projection = ? WHERE position = 0 AND projection <> ?",
    args: [projection, projection],
  }]);
}
