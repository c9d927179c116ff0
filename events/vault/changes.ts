/**
 * Rows of the vault in pages, for the continuous backup: keys, passwords, pending work and mail settings, and the way
 * back into a vault. Sessions, tokens and counts are left out: a restore ends them.
 *
 * @module
 */
import { z } from "zod";
import type { Database } from "../database.ts";

const Key = z.tuple([z.string(), z.string().regex(/^([0-9A-F]{2})*$/), z.string()]);
const Credential = z.tuple([z.string(), z.string(), z.number()]);
const MailSettings = z.tuple([z.string(), z.string()]);
const Note = z.tuple([z.string(), z.string(), z.string(), z.number()]);

/** Rows of the vault, in the order of their columns; keys are in hex, and wrapped. */
export const VaultRows = z.strictObject({
  keys: z.array(Key).default([]),
  credentials: z.array(Credential).default([]),
  /** All pending work, of every member. */
  unfinished: z.array(Note).default([]),
  /** The mail settings as they are, sealed; empty where there are none. */
  mail: z.array(MailSettings).default([]),
});
export type VaultRows = z.infer<typeof VaultRows>;

/** Number of the last change of all. */
export async function lastChange(vault: Database): Promise<number> {
  const [row] = await vault.read("SELECT seq FROM sqlite_sequence WHERE name = 'changes'");
  return Number(row?.seq ?? 0);
}

/** The whole vault in pages, while it is written to: changes from after the first page on may be missing. */
export async function* readPages(vault: Database, limit: number): AsyncGenerator<VaultRows> {
  const columns = {
    keys: ["member_keys", "member_id, hex(wrapped_key), kek_id"],
    credentials: ["credentials", "member_id, password_hash, changed_at_ms"],
  } as const;
  for (const [name, [table, selected]] of Object.entries(columns)) {
    for (let after = "";;) {
      const [row] = await vault.read(
        `SELECT json_group_array(json_array(${selected})) AS rows, max(member_id) AS last
         FROM (SELECT * FROM ${table} WHERE member_id > ? ORDER BY member_id LIMIT ?)`,
        [after, limit],
      );
      if (row?.last === null || row === undefined) break;
      yield VaultRows.parse({ [name]: parsed(row.rows) });
      after = String(row.last);
    }
  }
  // Last: what is put in later says what there is.
  const [row] = await vault.read(
    `SELECT
       (SELECT json_group_array(json_array(member_id, work, request_id, begun_at_ms))
        FROM unfinished) AS unfinished,
       (SELECT json_group_array(json_array(member_id, hex(sealed))) FROM mail_settings) AS mail`,
  );
  yield VaultRows.parse({ unfinished: parsed(row?.unfinished), mail: parsed(row?.mail) });
}

/** Empties a vault of keys and passwords, to fill it from pages and changes. */
export async function emptyVault(vault: Database): Promise<void> {
  await vault.write(
    ["unfinished", "credentials", "member_keys", "mail_settings"].map((table) => ({
      sql: `DELETE FROM ${table}`,
    })),
  );
}

/** Puts rows in the place of older ones. What is half done, and how mail is set up, is what these rows say. */
export async function putRows(vault: Database, rows: VaultRows): Promise<void> {
  await vault.write([
    {
      sql: `INSERT OR REPLACE INTO member_keys (member_id, wrapped_key, kek_id)
            SELECT value ->> 0, unhex(value ->> 1), value ->> 2 FROM json_each(?)`,
      args: [JSON.stringify(rows.keys)],
    },
    {
      sql: `INSERT OR REPLACE INTO credentials (member_id, password_hash, changed_at_ms)
            SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
      args: [JSON.stringify(rows.credentials)],
    },
    { sql: "DELETE FROM unfinished" },
    {
      sql: `INSERT INTO unfinished (member_id, work, request_id, begun_at_ms)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
      args: [JSON.stringify(rows.unfinished)],
    },
    { sql: "DELETE FROM mail_settings" },
    {
      sql: `INSERT INTO mail_settings (member_id, sealed)
            SELECT value ->> 0, unhex(value ->> 1) FROM json_each(?)`,
      args: [JSON.stringify(rows.mail)],
    },
  ]);
}

function parsed(json: unknown): unknown {
  return JSON.parse(String(json ?? "[]"));
}
