import type { System } from "./system.ts";

/** Changes the log's database as someone with the file can: without its triggers. */
export async function tamper(
  { database }: Pick<System, "database">,
  ...statements: readonly string[]
): Promise<void> {
  const rows = await database.read("SELECT name FROM sqlite_master WHERE type = 'trigger'");
  await database.write([
    ...rows.map((row) => ({ sql: `DROP TRIGGER ${row.name}` })),
    { sql: "PRAGMA defer_foreign_keys = ON" },
    ...statements.map((sql) => ({ sql })),
  ]);
}
