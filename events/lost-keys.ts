import type { Database } from "./database.ts";
import { DatabaseDamaged, DatabaseUnfit } from "./database-errors.ts";
import { verifyFile } from "./verify/verify-file.ts";

type Databases = Readonly<Record<"events" | "vault", Database>>;

const pageSize = 5000;

/**
 * Members without a key: the log has something sealed of them that nobody can open. An erasure takes
 * what is sealed before it takes the key, so there are none unless a vault was lost, or is an older
 * copy.
 *
 * @returns Their ids, in order.
 */
export async function membersWithoutKey(databases: Databases): Promise<string[]> {
  const lost: string[] = [];
  for await (const sealed of pagesOfSealed(databases.events)) {
    const held = new Set(await idsOf(databases.vault, "member_keys", sealed));
    const missing = sealed.filter((memberId) => !held.has(memberId));
    // Whoever was erased between the two questions has neither.
    if (missing.length > 0) {
      const still = new Set(await idsOf(databases.events, "sealed_payloads", missing));
      lost.push(...missing.filter((memberId) => still.has(memberId)));
    }
  }
  return lost;
}

/** Everyone of whom the log has something sealed, in order. */
export async function membersWithSealed(events: Database): Promise<string[]> {
  return (await Array.fromAsync(pagesOfSealed(events))).flat();
}

async function* pagesOfSealed(events: Database): AsyncGenerator<string[]> {
  for (let after: string | undefined = "";;) {
    const page = await idsIn(
      events,
      "SELECT DISTINCT member_id FROM sealed_payloads WHERE member_id > ? ORDER BY member_id LIMIT ?",
      [after, pageSize],
    );
    after = page.at(-1);
    if (after === undefined) return;
    yield page;
  }
}

/**
 * @throws {DatabaseUnfit} When the vault lacks keys of members, with what to do.
 * @throws {DatabaseDamaged} When it seems to, since its file is damaged.
 */
export async function refuseLostKeys(databases: Databases): Promise<void> {
  const { length } = await membersWithoutKey(databases);
  if (length === 0) return;
  const { vault, events } = databases;
  const wrong = await verifyFile(vault);
  if (wrong !== undefined) {
    // An index that lost a row finds no key, either.
    throw new DatabaseDamaged(
      `VAULT_URL: ${vault.name} is damaged (${wrong})`,
      "stop the service, keep a copy of it, and restore the latest backup that verifies " +
        '("npm run admin -- restore --help")',
    );
  }
  throw new DatabaseUnfit(
    `The vault ${vault.name} has no key for ${length} of the members in the log ${events.name}: one of ` +
      "the two is an older copy, or a part of the vault is lost. Nothing was changed. Put the newest " +
      'of both back, or restore their newest backups: "npm run admin -- restore --help". If there is none, "npm run ' +
      'admin -- accept-loss" says what going on without it would cost',
  );
}

function idsOf(database: Database, table: string, ids: readonly string[]): Promise<string[]> {
  return idsIn(
    database,
    `SELECT DISTINCT member_id FROM ${table}
     WHERE member_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
}

async function idsIn(
  database: Database,
  sql: string,
  args: (string | number)[],
): Promise<string[]> {
  return (await database.read(sql, args)).map((row) => String(row.member_id));
}
