import type { Database } from "../../database.ts";

/** Where sealed payloads stood that were forgotten by themselves, while their member goes on. */
export const forgottenPayloads = [
  `CREATE TABLE forgotten_payloads (position INTEGER PRIMARY KEY) STRICT`,
];

/** Whether a log knows them: one that is read as an earlier version left it does not. */
export async function hasForgottenPayloads(database: Pick<Database, "read">): Promise<boolean> {
  const rows = await database.read(
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'forgotten_payloads'",
  );
  return rows.length > 0;
}
