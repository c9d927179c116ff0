import { insertRows, tablesToCopy } from "../copy-rows.ts";
import type { Database } from "../database.ts";
import { takeOver } from "../installation.ts";

const names = [
  "member_keys",
  "credentials",
  "tokens",
  "sessions",
  "unfinished",
  "notices",
  "invitation_states",
  "declined_invitations",
  "uncovered_topics",
  "mail_settings",
  "refused_addresses",
] as const;

/**
 * Copies a vault as it is at one moment, for a vault on a server.
 *
 * @param to With the tables of an empty vault.
 */
export async function copyVault(from: Database, to: Database): Promise<void> {
  const tables = await tablesToCopy(to, names);
  const results = await from.write(tables.map(({ name }) => ({ sql: `SELECT * FROM ${name}` })));
  await to.write([
    ...await takeOver(from),
    ...tables.flatMap((table, index) => insertRows(table, results[index]?.rows ?? [])),
  ]);
}
