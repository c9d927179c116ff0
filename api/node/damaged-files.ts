import { stat } from "node:fs/promises";
import type { Database } from "../../events/store/database.ts";
import { DatabaseDamaged } from "../../events/store/database-errors.ts";
import { verifyFile } from "../../events/store/verify-file.ts";
import type { Environment } from "../config/env.ts";
import { databasePath } from "./private-files.ts";
import { damageOf } from "./open-database.ts";
import { isServer } from "../config/combinations.ts";

/** A file up to this size is checked at a start, in a tenth of a second. */
const startBytes = 8_000_000;

/** Prevents lookups in a broken index, which find nothing without an error. @throws {DatabaseDamaged} */
export async function refuseDamagedStart(
  environment: Pick<Environment, "database">,
  database: Pick<Database, "read">,
): Promise<void> {
  const { url } = environment.database;
  if (isServer(url) || (await stat(databasePath(url))).size > startBytes) return;
  await refuseDamaged(environment, database);
}

/** Checks local files; a server checks its own. @throws {DatabaseDamaged} */
export async function refuseDamaged(
  { database: { url } }: Pick<Environment, "database">,
  database: Pick<Database, "read">,
): Promise<void> {
  if (isServer(url)) return;
  const wrong = await verifyFile(database).catch((error) => {
    if (error instanceof DatabaseDamaged) return "it can't be read";
    throw error;
  });
  if (wrong === undefined) return;
  const { what, todo } = damageOf(url);
  throw new DatabaseDamaged(`${what} (${wrong})`, todo);
}
