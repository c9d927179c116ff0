import { FileConnection } from "./file-connection.ts";
import { backupTables } from "./backup-tables.ts";
import { type Database, openDatabase, type Statement } from "./database.ts";
import { migrate } from "./migrate.ts";
import { schema } from "./schema.ts";
import { isDamaged, isNoDatabase } from "./sqlite-errors.ts";
import { verifyFile } from "./verify-file.ts";

/** Why this version can't use a file as a copy of its database. */
export type Unfit = "damaged" | "another product" | "newer" | "changed";

export class CopyUnfit extends Error {
  override readonly name = "CopyUnfit";

  constructor(readonly why: Unfit, options?: ErrorOptions) {
    super(`The copy is unfit: ${why}`, options);
  }
}

export type Copy = Pick<Database, "read"> & {
  /** A statement that can't be in a transaction. */
  run(sql: string, args?: Statement["args"]): void;
  close(): void;
};

/** Opens a file on one connection that doesn't trust the file's schema. */
export function openCopy(path: string): Copy {
  const url = `file:${path.split("/").map(encodeURIComponent).join("/")}`;
  const connection = new FileConnection({ url, durability: "full" });
  connection.run("PRAGMA trusted_schema = OFF");
  connection.run("PRAGMA cell_size_check = ON");
  return {
    read: async (sql, args = []) => connection.run({ sql, args }).rows,
    run: (sql, args = []) => void connection.run({ sql, args }),
    close: () => connection.close(),
  };
}

/**
 * Opens an untrusted file to read. It is refused unless it is undamaged and has exactly the tables,
 * indexes and triggers that this product makes.
 *
 * @throws {CopyUnfit}
 */
export async function openReceived(path: string): Promise<Copy> {
  const copy = openCopy(path);
  try {
    copy.run("PRAGMA query_only = ON");
    await refuseOtherSchema(copy);
    if (await verifyFile(copy) !== undefined) throw new CopyUnfit("damaged");
    if ((await copy.read("PRAGMA foreign_key_check")).length > 0) throw new CopyUnfit("changed");
    return copy;
  } catch (error) {
    copy.close();
    if (!isDamaged(error)) throw error;
    const why = isNoDatabase(error) ? "another product" : "damaged";
    throw new CopyUnfit(why, { cause: error });
  }
}

interface Part {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** Run it before reading any table: a view or trigger of the same name could be anything. */
async function refuseOtherSchema(copy: Copy): Promise<void> {
  const parts = await partsOf(copy);
  const isTable = (name: string) =>
    parts.some((part) => part.type === "table" && part.name === name);
  if (!isTable("migrations") || !isTable("backup")) throw new CopyUnfit("another product");
  const rows = await copy.read("SELECT name FROM migrations ORDER BY name");
  const taken = rows.map(({ name }) => String(name));
  const known = Object.keys(schema).sort();
  if (taken.some((name) => !known.includes(name))) throw new CopyUnfit("newer");
  if (taken.length === 0 || taken.some((name, at) => name !== known[at])) {
    throw new CopyUnfit("changed");
  }
  const ours = new Set((await partsOfSteps(taken)).map(described));
  const theirs = parts.map(described);
  if (theirs.length !== ours.size || !theirs.every((part) => ours.has(part))) {
    throw new CopyUnfit("changed");
  }
}

/** Schema of a backup that was made after these steps. */
async function partsOfSteps(steps: readonly string[]): Promise<readonly Part[]> {
  const database = await openDatabase({ url: "file::memory:", durability: "normal" });
  try {
    const taken = Object.entries(schema).filter(([name]) => steps.includes(name));
    await migrate(database, Object.fromEntries(taken));
    await database.write(backupTables.map((sql) => ({ sql })));
    return await partsOf(database);
  } finally {
    database.close();
  }
}

async function partsOf(database: Pick<Database, "read">): Promise<readonly Part[]> {
  const rows = await database.read("SELECT type, name, tbl_name, sql FROM sqlite_master");
  return rows as unknown as Part[];
}

/**
 * Normalized text of a part: without white space, and for Kysely's tables without details that its
 * versions write differently.
 */
function described({ type, name, tbl_name, sql }: Part): string {
  const text = sql?.replaceAll(/\s/g, "") ?? null;
  const isKyselys = /^migrations(_lock)?$/.test(name);
  return JSON.stringify([
    type,
    name,
    tbl_name,
    isKyselys ? text?.toLowerCase().replaceAll('"', "") : text,
  ]);
}

/**
 * Writes a backup without its pictures into a new file, which has no bytes of them.
 * @param path The copy, which is useless afterward.
 */
export function writeDatabase(path: string, to: string): void {
  const copy = openCopy(path);
  try {
    // No need to overwrite deleted rows: the whole file is deleted.
    copy.run("PRAGMA secure_delete = OFF");
    for (const table of ["backup", "objects"]) copy.run(`DROP TABLE ${table}`);
    copy.run("VACUUM INTO ?", [to]);
  } finally {
    copy.close();
  }
}
