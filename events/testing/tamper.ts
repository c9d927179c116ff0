import type { System } from "./system.ts";

/** Changes the log's database as someone with the file can: without its triggers. */
export async function tamper(
  { databases }: Pick<System, "databases">,
  ...statements: readonly string[]
): Promise<void> {
  const rows = await databases.events.read("SELECT name FROM sqlite_master WHERE type = 'trigger'");
  await databases.events.write([
    ...rows.map((row) => ({ sql: `DROP TRIGGER ${row.name}` })),
    { sql: "PRAGMA defer_foreign_keys = ON" },
    ...statements.map((sql) => ({ sql })),
  ]);
}
