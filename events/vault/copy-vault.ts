/**
 * Copies of the vault as it is at one moment: from and to a server, and for the continuous backup.
 *
 * @module
 */
import { type CopiedTable, tablesToCopy } from "../copy-rows.ts";
import type { Database } from "../database.ts";
import { takeOver } from "../installation.ts";

/** Tables whose changes are numbered. A restore ends sessions and tokens, and counts are short-lived. */
export const numberedTables = [
  "member_keys",
  "credentials",
  "unfinished",
  "mail_settings",
] as const;

const allTables = [
  ...numberedTables,
  "tokens",
  "sessions",
  "notices",
  "invitation_states",
  "declined_invitations",
  "uncovered_topics",
  "refused_addresses",
  "arrivals",
] as const;
type TableName = (typeof allTables)[number];

/** Rows by table, each with its values in the order of the columns; bytes are in hex. */
export type VaultRows<T extends TableName = TableName> = Readonly<
  Record<T, readonly (readonly (string | number | null)[])[]>
>;

/** Number of the vault's last change. Destroying a key or a password is not counted. */
export async function lastChange(vault: Database): Promise<number> {
  const [row] = await vault.read("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  return Number(row?.seq ?? 0);
}

export async function readVault<T extends TableName>(
  vault: Database,
  names: readonly T[],
): Promise<VaultRows<T>> {
  const selected = (await tablesToCopy(vault, names)).map(({ name, columns, blobs }) => {
    const values = columns.map((column) => blobs.has(column) ? `hex(${column})` : column);
    return `(SELECT json_group_array(json_array(${values.join()})) FROM ${name}) AS ${name}`;
  });
  const [row] = await vault.read(`SELECT ${selected.join()}`);
  return Object.fromEntries(
    names.map((name) => [name, JSON.parse(String(row?.[name] ?? "[]"))]),
  ) as VaultRows<T>;
}

/** Replaces the content of these tables. Of two rows with the same primary key, the later one stays. */
export async function fillVault(vault: Database, rows: Partial<VaultRows>): Promise<void> {
  const tables = await tablesToCopy(vault, Object.keys(rows));
  await vault.write([
    ...tables.map(({ name }) => ({ sql: `DELETE FROM ${name}` })),
    ...tables.map((table) => ({
      sql: insertFromJson(table),
      args: [JSON.stringify(rows[table.name as TableName])],
    })),
  ]);
}

/** @param to With the tables of an empty vault. */
export async function copyVault(from: Database, to: Database): Promise<void> {
  await fillVault(to, await readVault(from, allTables));
  await to.write(await takeOver(from));
}

function insertFromJson({ name, columns, blobs }: CopiedTable): string {
  const values = columns.map((column, index) =>
    blobs.has(column) ? `unhex(value ->> ${index})` : `value ->> ${index}`
  );
  return `INSERT OR REPLACE INTO ${name} (${columns.join()}) SELECT ${values.join()} FROM json_each(?)`;
}
