import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseIn } from "../../events/testing/database.ts";
import type { Rows } from "../../events/testing/rows.ts";
import { identitiesIn } from "../config/identities.ts";
import { createKeys } from "../../events/store/keys.ts";

/** Runs work on members' rows of a stopped product. */
export async function withRowsOf<T>(
  { DATA_DIR, SECRET }: { readonly DATA_DIR: string; readonly SECRET?: string },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  const database = await databaseIn(DATA_DIR, "alumni.db");
  const text = SECRET ?? await readFile(join(DATA_DIR, "secrets", "secret"), "utf8");
  const [secret] = await identitiesIn(text);
  if (secret === undefined) throw new Error("There is no secret");
  const keys = createKeys(database, secret);
  try {
    return await work({ database, keys });
  } finally {
    database.close();
  }
}
