/** The program's secret: which one the data was written with, and which ones older backups need. */
import { type Database, isConstraintError, refuseIf, type Statement } from "./database.ts";
import { DatabaseUnfit } from "./database-errors.ts";
import { destroyedKey } from "./other-tables.ts";
import { statement, tables, tablesOf } from "./queries.ts";
import { kekIdOf, type Key, newKey, open, seal } from "./seal.ts";

/** State of the program's secret, as the database has it. */
export interface SecretsState {
  /** Whether someone confirmed that they have a copy of the one in use. */
  readonly isKept: boolean;
  /** When the one in use was made, or replaced another one. */
  readonly since: Date;
  /** Former secrets, which open older backups; newest first. */
  readonly older: readonly { readonly since: Date; readonly until: Date }[];
}

export interface SecretInUse {
  /** Id of its key-encryption key. */
  readonly keyId: string;
  /** @throws {DatabaseUnfit} When another one sealed it. */
  openClaimKey(kek: Key): Uint8Array;
}

const sealedAs = "claim key";
/** Keys in one statement, and rows in one answer. */
const slice = 2000;

/** `undefined` before the first start has ended. */
export async function secretInUse(database: Database): Promise<SecretInUse | undefined> {
  const row = await tablesOf(database).selectFrom("secrets").select(["key_id", "sealed"])
    .where("until_ms", "is", null).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    keyId: row.key_id,
    openClaimKey(kek) {
      try {
        return open(kek, sealedAs, new Uint8Array(row.sealed ?? new ArrayBuffer()));
      } catch (cause) {
        const message = "The data was written with another secret: check SECRET_FILE";
        throw new DatabaseUnfit(message, { cause });
      }
    },
  };
}

/**
 * Stores which secret a new database is written with, and makes its claim key. Of several first
 * starts at once, all get the claim key of the first.
 *
 * @param given The claim key, instead of a new one.
 * @returns The claim key, which marks names as taken and signs links. A change of the secret keeps it.
 * @throws {DatabaseUnfit} When the database was written with another secret.
 */
export async function startSecret(
  database: Database,
  kek: Key,
  now: Date,
  given: Uint8Array = newKey(),
): Promise<Uint8Array> {
  const row = { key_id: kekIdOf(kek), since_ms: now.getTime(), sealed: seal(kek, sealedAs, given) };
  await tablesOf(database).insertInto("secrets").orIgnore().values(row).execute();
  const inUse = await secretInUse(database);
  if (inUse === undefined) throw new Error("The secret in use was not stored");
  return inUse.openClaimKey(kek);
}

/** @throws {DatabaseUnfit} When a database was written with others. */
export async function checkSecrets(
  database: Database,
  { kek, claimKey }: { readonly kek: Key; readonly claimKey: Uint8Array },
  now: Date,
): Promise<void> {
  const inUse = await secretInUse(database);
  const known = inUse?.openClaimKey(kek) ?? await startSecret(database, kek, now, claimKey);
  if (Buffer.compare(known, claimKey) === 0) return;
  throw new DatabaseUnfit("The data was written with another claim key");
}

export async function readSecrets(database: Database): Promise<SecretsState> {
  const rows = await tablesOf(database).selectFrom("secrets")
    .select(["since_ms", "until_ms", "kept_at_ms"]).orderBy("since_ms", "desc").execute();
  const inUse = rows.find(({ until_ms }) => until_ms === null);
  return {
    isKept: typeof inUse?.kept_at_ms === "number",
    since: new Date(inUse?.since_ms ?? 0),
    older: rows.flatMap(({ since_ms, until_ms }) =>
      until_ms === null ? [] : [{ since: new Date(since_ms), until: new Date(until_ms) }]
    ),
  };
}

/** Ids of all key-encryption keys that were in use and that backups still need. */
export async function secretIds(database: Database): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(database).selectFrom("secrets").select("key_id").execute();
  return new Set(rows.map(({ key_id }) => key_id));
}

/** Stores that someone has a copy of the secret in use. */
export async function keepSecret(database: Database, now: Date): Promise<void> {
  await tablesOf(database).updateTable("secrets").set({ kept_at_ms: now.getTime() })
    .where("until_ms", "is", null).where("kept_at_ms", "is", null).execute();
}

/**
 * Removes former secrets that no backup needs anymore.
 * @param oldest When the oldest backup was made.
 */
export async function forgetOlderSecrets(database: Database, oldest: Date): Promise<void> {
  await tablesOf(database).deleteFrom("secrets").where("until_ms", "<", oldest.getTime()).execute();
}

/** Another process wrote or changed the secret at the same time. Nothing was changed. */
export class SecretChangeRefused extends Error {
  override readonly name = "SecretChangeRefused";
}

/**
 * Rewraps every member's key with another key-encryption key and puts that in use, in one
 * transaction. No other process may write: afterward, the old key opens nothing.
 *
 * @returns The number of keys.
 * @throws {SecretChangeRefused}
 */
export async function changeSecret(
  database: Database,
  { from, to, claimKey, now }: {
    readonly from: Key;
    readonly to: Key;
    readonly claimKey: Uint8Array;
    readonly now: Date;
  },
): Promise<number> {
  const [old, next] = [kekIdOf(from), kekIdOf(to)];
  const { count, statements } = await rewrapping(database, from, to);
  const [atMs, sealed] = [now.getTime(), seal(to, sealedAs, claimKey)];
  const inUse = tables.selectFrom("secrets").select("key_id").where("until_ms", "is", null)
    .where("key_id", "=", old);
  const before = statement(inUse);
  try {
    await database.write([
      refuseIf(`NOT EXISTS (${before.sql})`, before.args),
      ...statements,
      refuseIf(
        "EXISTS (SELECT 1 FROM member_keys WHERE kek_id NOT IN (?, ?))",
        [next, destroyedKey],
      ),
      statement(
        tables.updateTable("secrets").set({ until_ms: atMs, sealed: null })
          .where("key_id", "=", old),
      ),
      statement(tables.insertInto("secrets").values({ key_id: next, since_ms: atMs, sealed })),
    ]);
  } catch (cause) {
    if (!isConstraintError(cause)) throw cause;
    throw new SecretChangeRefused("The data has changed since", { cause });
  }
  // The write-ahead log may still have the old wrapped keys, which were overwritten in place.
  await database.truncateWriteAheadLog();
  return count;
}

/**
 * Statements that each replace many keys: a server takes a hundred at once, but not a hundred
 * thousand.
 */
async function rewrapping(database: Database, from: Key, to: Key) {
  const statements: Statement[] = [];
  let count = 0;
  for (let after = 0;;) {
    const rows = await tablesOf(database).selectFrom("member_keys")
      .select(["id", "member_id", "wrapped"]).where("id", ">", after)
      .where("kek_id", "=", kekIdOf(from)).orderBy("id").limit(slice).execute();
    const last = rows.at(-1);
    if (last === undefined) return { count, statements };
    after = last.id;
    count += rows.length;
    const wrapped = rows.map(({ id, member_id, wrapped }) => [
      id,
      seal(to, member_id, open(from, member_id, new Uint8Array(wrapped))).toHex(),
    ]);
    statements.push({
      sql: `UPDATE member_keys SET wrapped = unhex(json_extract(given.value, '$[1]')), kek_id = ?
        FROM json_each(?) AS given
        WHERE member_keys.id = json_extract(given.value, '$[0]') AND kek_id = ?`,
      args: [kekIdOf(to), JSON.stringify(wrapped), kekIdOf(from)],
    });
  }
}
