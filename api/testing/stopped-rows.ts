import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseIn } from "../../events/testing/database.ts";
import type { Rows } from "../../events/testing/rows.ts";
import { createKeys } from "../../events/store/keys.ts";

/** Does something with the members' rows of a product that is stopped. */
export async function withRowsOf<T>(
  { DATA_DIR, KEK }: { readonly DATA_DIR: string; readonly KEK?: string },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  const database = await databaseIn(DATA_DIR, "alumni.db");
  const kek = KEK ?? await readFile(join(DATA_DIR, "secrets", "kek"), "utf8");
  const keys = createKeys(database, { kek: new Uint8Array(Buffer.from(kek, "base64")) });
  try {
    return await work({ database, keys });
  } finally {
    database.close();
  }
}
