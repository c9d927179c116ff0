import { openEvents } from "../../events/open.ts";
import { type Database, openDatabase, type Statement } from "../../events/store/database.ts";
import { dayMs } from "../../events/day.ts";
import { type Copy, openCopy } from "../../events/store/received-copy.ts";
import { backupTablesOf } from "../../events/store/backup-tables.ts";
import { anyOf, statement, tables, tablesOf } from "../../events/store/queries.ts";
import { secretInUse } from "../../events/store/secrets.ts";
import type { Identity } from "../config/identities.ts";
import { ownerOf } from "../objects/keys.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { BackupRefused, refusals } from "./backup-refused.ts";

/** Mails whose link a restore ends. Their readers can request another. */
const withEndedLinks = [
  "verify-email",
  "confirm-registration",
  "reset-password",
  "already-registered",
];

const cause = { actorId: "erasure-ledger", correlationId: "restore" };

interface PrepareParts {
  /** The database of a backup, in its own file. */
  readonly path: string;
  readonly identity: Pick<Identity, "kek" | "keyId">;
  /** Id of the empty installation, which identifies its pictures. */
  readonly installation: string;
  /** Ids of members who were erased before or after the backup. */
  readonly erased: ReadonlySet<string>;
  readonly madeAt: Date;
  readonly now: Date;
}

/**
 * Prepares a copy for the service: migrates the schema, removes members erased since, removes links and sessions, and
 * moves times as if none had passed since the backup.
 */
export async function prepareCopy(parts: PrepareParts): Promise<RestoreCounts> {
  const { path, identity: { kek }, erased, now } = parts;
  const url = `file:${path.split("/").map(encodeURIComponent).join("/")}`;
  const database = await openDatabase({ url, durability: "full" });
  try {
    const inUse = await secretInUse(database);
    if (inUse === undefined) throw new BackupRefused(refusals.changed);
    const claimKey = inUse.openClaimKey(kek);
    // New events must not be older than the last one, whose writer's clock may have been ahead.
    let atMs = now.getTime();
    const { keys, log, members, readModel } = await openEvents({
      database,
      secrets: { kek, claimKey },
      now: () => new Date(atMs),
      newId: () => crypto.randomUUID(),
    });
    if (!await readModel.isCurrentProjection()) await readModel.rebuild();
    atMs = Math.max(atMs, await log.lastAtMs());
    for (const memberId of (await keys.load([...erased])).keys()) {
      await members.execute(memberId, { type: "Erase" }, cause);
    }
    const counts = await countKept(database, parts);
    await database.write(changes(counts, parts));
    await database.endWriteAheadLog();
    return counts;
  } finally {
    database.close();
  }
}

/** Counts that are shown after a restore. */
export interface RestoreCounts {
  /** People with an account. */
  readonly people: number;
  /** People who keep the link of their invitation. */
  readonly invitations: number;
}

async function countKept(
  database: Database,
  { madeAt }: Pick<PrepareParts, "madeAt">,
): Promise<RestoreCounts> {
  const db = tablesOf(database);
  const linked = tables.selectFrom("tokens").select("member_id").distinct()
    .where("kind", "=", "invitation").where("expires_at_ms", ">", madeAt.getTime());
  const [{ invitations }, { people }] = await Promise.all([
    db.selectFrom(linked.as("linked")).select(({ fn }) => fn.countAll<number>().as("invitations"))
      .executeTakeFirstOrThrow(),
    db.selectFrom("credentials").select(({ fn }) => fn.countAll<number>().as("people"))
      .executeTakeFirstOrThrow(),
  ]);
  return { people, invitations };
}

function changes(
  counts: RestoreCounts,
  { installation, madeAt, now }: PrepareParts,
): Statement[] {
  const awayMs = Math.max(0, now.getTime() - madeAt.getTime());
  // Moves by whole days, because some mails are due at a day or hour.
  const awayDaysMs = awayMs - awayMs % dayMs;
  return [
    tables.deleteFrom("sessions"),
    tables.deleteFrom("tokens").where("kind", "<>", "invitation"),
    tables.updateTable("tokens")
      .set(({ eb }) => ({ expires_at_ms: eb("expires_at_ms", "+", awayMs) })),
    tables.deleteFrom("outbox").where("kind", "in", anyOf(withEndedLinks)),
    tables.updateTable("outbox").set(({ eb }) => ({
      lease_holder: null,
      created_at_ms: eb("created_at_ms", "+", awayDaysMs),
    })),
    tables.updateTable("outbox").where("next_attempt_at_ms", ">", 0)
      .set(({ eb }) => ({ next_attempt_at_ms: eb("next_attempt_at_ms", "+", awayDaysMs) })),
    // An index on a server has to be refilled.
    tables.deleteFrom("subscriptions"),
    tables.updateTable("installation").set(({ eb }) => ({
      id: installation,
      generation: eb("generation", "+", 1),
      closed_until: 0,
    })),
    tables.insertInto("restores").values({
      restored_at_ms: now.getTime(),
      made_at_ms: madeAt.getTime(),
      ...counts,
    }),
  ].map((query) => statement<unknown>(query));
}

/** Pictures written at once. */
const atOnce = 4;
/** Prefixes of uploads and removed pictures, which no backup has, and of the installation's mark. */
const notRestored = /^(uploads|trash|installation|tmp|spent)\//;

/** Puts a backup's pictures into the store, except those of members erased since. */
export async function restorePictures(
  { copy: path, objects, erased }: {
    readonly copy: string;
    readonly objects: Pick<ObjectStore, "put">;
    readonly erased: ReadonlySet<string>;
  },
  report: (share: number) => void,
): Promise<void> {
  const copy = openCopy(path);
  try {
    const rows = await backupTablesOf(copy).selectFrom("objects").select("key").execute();
    const keys = rows.map(({ key }) => key)
      .filter((key) => !notRestored.test(key) && !erased.has(ownerOf(key)));
    for (let at = 0; at < keys.length; at += atOnce) {
      await Promise.all(keys.slice(at, at + atOnce).map((key) => putOne(copy, key, objects)));
      report(Math.min(1, (at + atOnce) / keys.length));
    }
  } finally {
    copy.close();
  }
}

async function putOne(copy: Copy, key: string, objects: Pick<ObjectStore, "put">): Promise<void> {
  const { body } = await backupTablesOf(copy).selectFrom("objects").select("body")
    .where("key", "=", key).executeTakeFirstOrThrow();
  await objects.put(key, new Uint8Array(body));
}
