import type { Database } from "./database.ts";
import { DatabaseDamaged, DatabaseUnfit } from "./database-errors.ts";
import { verifyFile } from "./verify-file.ts";

type Databases = Readonly<Record<"events" | "vault", Database>>;
type Readable = Pick<Database, "read">;

/** Ids of members who have sealed data but no key: the vault was lost, or replaced by an older copy. */
export async function membersWithoutKey(
  { events, vault }: Readonly<Record<"events" | "vault", Readable>>,
): Promise<string[]> {
  const sealed = await membersWithSealed(events);
  const missing = await idsAmong(sealed, vault, "NOT EXISTS", "member_keys");
  // A member erased between the two queries has neither.
  return missing.length === 0 ? [] : await idsAmong(missing, events, "EXISTS", "sealed_payloads");
}

/** Everyone who has sealed data in the log, in order, without private streams, which use the same keys. */
export async function membersWithSealed(events: Readable): Promise<string[]> {
  // One row: a start checks everyone's, and one row for each would take most of that time.
  const [row] = await events.read(
    `SELECT json_group_array(member_id) AS ids FROM (
       SELECT DISTINCT member_id FROM sealed_payloads
       WHERE member_id NOT LIKE 'private-%' ORDER BY member_id)`,
  );
  return JSON.parse(String(row?.ids ?? "[]"));
}

/** @throws {DatabaseUnfit} When the vault lacks keys of members. @throws {DatabaseDamaged} */
export async function refuseLostKeys(databases: Databases): Promise<void> {
  const { length } = await membersWithoutKey(databases);
  if (length === 0) return;
  const { vault, events } = databases;
  const wrong = await verifyFile(vault);
  if (wrong !== undefined) {
    // An index that lost a row finds no key, either.
    throw new DatabaseDamaged(
      `VAULT_URL: ${vault.name} is damaged (${wrong})`,
      "stop the service, keep a copy of it, and restore the latest backup (OPERATING.md)",
    );
  }
  throw new DatabaseUnfit(
    `The vault ${vault.name} has no key for ${length} of the members in the log ${events.name}: one of ` +
      "the two is an older copy, or a part of the vault is lost. Nothing was changed. Put the newest " +
      "of both back, or restore both from the newest backup as OPERATING.md says",
  );
}

async function idsAmong(
  ids: readonly string[],
  database: Readable,
  whether: "EXISTS" | "NOT EXISTS",
  table: "member_keys" | "sealed_payloads",
): Promise<string[]> {
  const rows = await database.read(
    `SELECT value FROM json_each(?) AS given
     WHERE ${whether} (SELECT 1 FROM ${table} WHERE member_id = given.value)`,
    [JSON.stringify(ids)],
  );
  return rows.map(({ value }) => String(value));
}
