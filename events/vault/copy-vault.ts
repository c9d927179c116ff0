import { z } from "zod";
import { tablesToCopy } from "../copy-rows.ts";
import type { Database } from "../database.ts";
import { copyInstallationId, installationOf } from "../installation.ts";

export const numberedTables = [
  "member_keys",
  "credentials",
  "unfinished",
  "mail_settings",
] as const;

/** A restore ends sessions and links; a copy has its own of the others. */
const notCopied = ["tokens", "sessions", "changes", "installation", "migrations"];

/** Rows of a table, each with its values in the order of the columns; bytes are in hex. */
const TableRows = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
/** By table. Without columns: those that the table has. */
export const VaultRows = z.record(
  z.string(),
  z.strictObject({ columns: z.array(z.string()).optional(), rows: TableRows }),
);
export type VaultRows = z.infer<typeof VaultRows>;

/** Number of the vault's last change. Destroying a key or a password is not counted. */
export async function lastChange(vault: Database): Promise<number> {
  const [row] = await vault.read("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  return Number(row?.seq ?? 0);
}

/** @param names All tables but sessions and the like by default. */
export async function readVault(vault: Database, names?: readonly string[]): Promise<VaultRows> {
  const tables = await tablesToCopy(vault, names ?? await tableNames(vault));
  const selected = tables.map(({ name, columns, blobs }) => {
    const values = columns.map((column) => blobs.has(column) ? `hex(${column})` : column);
    return `(SELECT json_group_array(json_array(${values.join()})) FROM ${name}) AS ${name}`;
  });
  const [row] = await vault.read(`SELECT ${selected.join()}`);
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      { columns: [...columns], rows: JSON.parse(String(row?.[name] ?? "[]")) },
    ]),
  );
}

export async function fillVault(vault: Database, copied: VaultRows): Promise<void> {
  const names = await tableNames(vault);
  const tables = await tablesToCopy(vault, names.filter((name) => copied[name] !== undefined));
  await vault.write([
    ...tables.map(({ name }) => ({ sql: `DELETE FROM ${name}` })),
    ...tables.map(({ name, columns: known, blobs }) => {
      const { columns = known, rows } = copied[name] ?? { rows: [] };
      const values = columns.flatMap((column, index) =>
        !known.includes(column)
          ? []
          : blobs.has(column)
          ? [`unhex(value ->> ${index})`]
          : [`value ->> ${index}`]
      );
      const into = columns.filter((column) => known.includes(column)).join();
      return {
        sql: `INSERT OR REPLACE INTO ${name} (${into}) SELECT ${values.join()} FROM json_each(?)`,
        args: [JSON.stringify(rows)],
      };
    }),
  ]);
}

/** @param to With the tables of an empty vault. */
export async function copyVault(from: Database, to: Database): Promise<void> {
  await fillVault(to, await readVault(from));
  await to.write(copyInstallationId(await installationOf(from)));
}

async function tableNames(vault: Database): Promise<string[]> {
  const rows = await vault.read(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
       AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY name`,
    [JSON.stringify(notCopied)],
  );
  return rows.map(({ name }) => String(name));
}
