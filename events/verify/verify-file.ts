import { isUtf8 } from "node:buffer";
import type { Database } from "../database.ts";

/**
 * SQLite's check of a database file. `quick_check` leaves out indexes; a broken one finds nothing.
 *
 * @returns The first thing that is wrong, in SQLite's words, without content.
 * @throws {DatabaseDamaged} When it cannot even be read.
 * @see {@link https://www.sqlite.org/pragma.html#pragma_integrity_check}
 */
export async function verifyFile(database: Pick<Database, "read">): Promise<string | undefined> {
  const [row] = await database.read("PRAGMA integrity_check(1)");
  const answer = String(row?.integrity_check);
  return answer === "ok" ? await findBadText(database) : answer.replaceAll(/\s+/g, " ").trim();
}

const pageSize = 2000;

/** Checks UTF-8 as bytes: libSQL's client ends the process on other texts; SQLite ignores them. */
async function findBadText(database: Pick<Database, "read">): Promise<string | undefined> {
  const columns = await database.read(
    `SELECT m.name AS of, c.name AS name, m.sql LIKE '%WITHOUT ROWID%' AS is_whole
     FROM sqlite_master m, pragma_table_info(m.name) c
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'`,
  );
  for (const [table, texts] of Map.groupBy(columns, (row) => String(row.of))) {
    const text = texts.map(({ name }) => `coalesce("${name}", '')`).join(" || char(10) || ");
    // Tables without row ids are short, and read at once.
    const isWhole = texts[0]?.is_whole === 1;
    const rows = isWhole
      ? `SELECT NULL AS at, ${text} AS text FROM "${table}"`
      : `SELECT rowid AS at, ${text} AS text FROM "${table}" WHERE rowid > ? ORDER BY at LIMIT ?`;
    for (let after: unknown = -1; after !== null;) {
      const [page] = await database.read(
        `SELECT max(at) AS last, CAST(group_concat(text, char(10)) AS BLOB) AS bytes FROM (${rows})`,
        isWhole ? [] : [Number(after), pageSize],
      );
      const bytes = page?.bytes instanceof ArrayBuffer ? page.bytes : new ArrayBuffer(0);
      if (!isUtf8(new Uint8Array(bytes))) return `a text in table ${table} is none`;
      after = page?.last ?? null;
    }
  }
  return undefined;
}
