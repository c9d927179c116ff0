import type { Row } from "./database-port.ts";
import type { Database, Statement } from "./database.ts";

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly blobs: ReadonlySet<string>;
}

export async function tablesToCopy(
  database: Database,
  names: readonly string[],
): Promise<CopiedTable[]> {
  return await Promise.all(names.map(async (name) => {
    const rows = await database.read("SELECT name, type FROM pragma_table_info(?)", [name]);
    const blobs = rows.filter(({ type }) => type === "BLOB").map((row) => String(row.name));
    return { name, columns: rows.map((row) => String(row.name)), blobs: new Set(blobs) };
  }));
}

export function insertRows({ name, columns }: CopiedTable, rows: readonly Row[]): Statement[] {
  const sql = `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${
    columns.map(() => "?").join(", ")
  })`;
  return rows.map((row) => ({ sql, args: columns.map((column) => row[column] ?? null) }));
}
