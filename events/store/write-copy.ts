import type { Database, DatabaseRow, Statement } from "./database-port.ts";
import { type Copy, openCopy } from "./received-copy.ts";
import { tablesOf } from "./queries.ts";

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Limits of a batch, which a server has to finish in time. */
const batchBytes = 400_000;
const batchRows = 500;

/** Whether writing a copy into the database was interrupted: the row of the installation comes last. */
export async function isHalfWritten(database: Pick<Database, "read">): Promise<boolean> {
  const table = await tablesOf(database).selectFrom("sqlite_master").select("name")
    .where("type", "=", "table").where("name", "=", "installation").executeTakeFirst();
  if (table === undefined) return false;
  const row = await tablesOf(database).selectFrom("installation").select("one").executeTakeFirst();
  return row === undefined;
}

/**
 * Replaces everything in a database by a copy's content, in many transactions. Until the last one,
 * no
 * process can start with it.
 */
export async function writeCopy(
  database: Database,
  path: string,
  report: (share: number) => void,
): Promise<void> {
  const copy = openCopy(path);
  try {
    const parts = await partsOf(copy);
    const of = (...types: string[]) => parts.filter(({ type }) => types.includes(type));
    await database.write([
      ...(await partsOf(database)).toReversed().flatMap(dropped),
      ...of("table").map(({ sql }) => ({ sql })),
      // In batches, since a large table in one statement would exceed a server's time limit.
      ...of("index").map(({ sql }) => ({ sql })),
    ]);
    const total = await countRows(copy, of("table"));
    let done = 0;
    for (const table of of("table")) {
      if (table.name === "installation") continue;
      for await (const statements of insertsOf(copy, table)) {
        await database.write(statements);
        done += statements.length;
        report(done / total);
      }
    }
    const installation = of("table").filter(({ name }) => name === "installation");
    const [last = []] = await Promise.all(
      installation.map((table) =>
        Array.fromAsync(insertsOf(copy, table)).then((all) => all.flat())
      ),
    );
    await database.write([...of("trigger").map(({ sql }) => ({ sql })), ...last]);
  } finally {
    copy.close();
  }
}

async function partsOf(database: Pick<Database, "read">): Promise<readonly Part[]> {
  const rows = await database.read(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'" +
      " AND name NOT LIKE 'libsql\\_%' ESCAPE '\\' ORDER BY rowid",
  );
  return rows as unknown as Part[];
}

/** Later parts may refer to earlier ones; an index goes with its table. */
function dropped({ type, name }: Part): Statement[] {
  return type === "index" ? [] : [{ sql: `DROP ${type} "${name}"` }];
}

async function countRows(copy: Copy, tables: readonly Part[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const [row] = await copy.read(`SELECT count(*) AS count FROM "${name}"`);
    total += Number(row?.count);
  }
  return total;
}

/** Inserts of a table's rows, in batches. Rows keep their rowid, by which some are ordered. */
async function* insertsOf(copy: Copy, { name, sql }: Part): AsyncGenerator<Statement[]> {
  const hasNumbers = !/WITHOUT ROWID/.test(sql);
  const isNumbered = hasNumbers && !/INTEGER PRIMARY KEY/.test(sql);
  const chosen = isNumbered ? "rowid AS rowid, *" : hasNumbers ? "rowid AS rowid_, *" : "*";
  let batch: Statement[] = [];
  let bytes = 0;
  for (let after = hasNumbers ? -1 : 0;;) {
    const page = hasNumbers
      ? await copy.read(
        `SELECT ${chosen} FROM "${name}" WHERE rowid > ? ORDER BY rowid LIMIT ?`,
        [after, batchRows],
      )
      : await copy.read(`SELECT * FROM "${name}" LIMIT ? OFFSET ?`, [batchRows, after]);
    for (const { rowid_: _, ...row } of page) {
      batch.push(insertOf(name, row));
      bytes += sizeOf(row);
      if (bytes < batchBytes && batch.length < batchRows) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = hasNumbers ? Number(last.rowid ?? last.rowid_) : after + page.length;
  }
  if (batch.length > 0) yield batch;
}

function insertOf(table: string, row: DatabaseRow): Statement {
  const columns = Object.keys(row);
  return {
    sql: `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?")})`,
    args: Object.values(row),
  };
}

function sizeOf(row: DatabaseRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) =>
      sum +
      (typeof value === "string"
        ? value.length
        : value instanceof ArrayBuffer
        ? value.byteLength
        : 8),
    0,
  );
}
