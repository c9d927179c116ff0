/**
 * Adds what the continuous copies have after a full backup to copies of its log and its vault.
 *
 * @module
 */
import type { Database } from "../../../../events/database.ts";
import {
  appendSegment,
  BadSegment,
  lastPlace,
  type LogPlace,
} from "../../../../events/log/segment.ts";
import { fillVault } from "../../../../events/vault/copy-vault.ts";
import { BadBackup } from "../manifest.ts";
import { logKeys, readStored, type StoredSegment } from "./log-line.ts";
import type { CopyStores } from "../../../objects/open.ts";
import { lineIn, SealedObjects } from "./sealed-objects.ts";
import { readNewestVault } from "./vault-line.ts";

export interface GoOnOptions {
  /** Copies of a full backup's databases, which are changed. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly stores: CopyStores;
  readonly claimKey: Uint8Array;
  readonly checkInterrupt: () => Promise<void>;
  readonly report: (position: number) => void;
}

/** How far the continuous copies go. */
export interface Since {
  readonly position: number;
  /** ISO 8601. Everything recorded before is there. */
  readonly at: string;
  /** Members that were erased, some after the last copied event. */
  readonly erased: ReadonlySet<string>;
  /** Why the rest can't be used, if there is more. */
  readonly endedBy: string | undefined;
}

/**
 * @returns `undefined` when the copies have nothing that follows this backup: then nothing was changed.
 * @throws {BadBackup} When the vault's copy does not fit the log's.
 */
export async function goOn(options: GoOnOptions): Promise<Since | undefined> {
  const { databases, stores, claimKey } = options;
  const { line, stored, erased, endedBy } = await goOnWithLog(
    new SealedObjects(stores.log, claimKey),
    options,
  );
  if (stored === undefined) {
    if (endedBy !== undefined) throw new BadBackup(endedBy);
    return undefined;
  }
  const vaultObjects = new SealedObjects(stores.vault, claimKey);
  await fillVault(databases.vault, await readNewestVault(vaultObjects, line, stored.vault));
  await removeUnknownMembers(databases);
  const { position } = await lastPlace(databases.events);
  return { position, at: stored.at, erased, endedBy };
}

interface Used {
  /** The line of the log that was read. */
  readonly line: string | undefined;
  /** The last segment that was used. */
  readonly stored: StoredSegment | undefined;
  readonly erased: ReadonlySet<string>;
  readonly endedBy: string | undefined;
}

async function goOnWithLog(
  objects: SealedObjects,
  { databases: { events }, checkInterrupt, report }: GoOnOptions,
): Promise<Used> {
  const erased = new Set<string>();
  const { keys, passedBy } = await keysFrom(objects, await lastPlace(events));
  let stored: StoredSegment | undefined;
  let line: string | undefined;
  try {
    for (const key of keys) {
      line = lineIn(key);
      await checkInterrupt();
      const next = await readStored(objects, key);
      const { position } = await lastPlace(events);
      if (next.segment.after.position > position) {
        throw new BadBackup(`The segment after position ${position} is missing`);
      }
      await appendSegment(events, next.segment);
      stored = next;
      for (const memberId of next.segment.erased) erased.add(memberId);
      report(next.segment.to.position);
    }
  } catch (error) {
    if (!(error instanceof BadBackup) && !(error instanceof BadSegment)) throw error;
    return { line, stored, erased, endedBy: error.message };
  }
  return { line, stored, erased, endedBy: passedBy };
}

/**
 * Segments of the newest line that contains this place, beginning with the one that has the next event. A
 * newer line that can't be read, such as another installation's, is skipped.
 */
async function keysFrom(
  objects: SealedObjects,
  { position, hash }: LogPlace,
): Promise<{ readonly keys: readonly string[]; readonly passedBy: string | undefined }> {
  let passedBy: string | undefined;
  const byLine = Map.groupBy(await objects.keys(logKeys.all), lineIn);
  for (const line of [...byLine.keys()].sort().reverse()) {
    const keys = byLine.get(line) ?? [];
    const first = keys.findLastIndex((key) => Number(key.split("/")[2]) <= position);
    const key = keys[first];
    if (key === undefined) continue;
    const stored = await readStored(objects, key).catch((error) => {
      if (!(error instanceof BadBackup)) throw error;
      passedBy ??= error.message;
    });
    if (stored === undefined) continue;
    const { after, to, events } = stored.segment;
    const here = after.position === position
      ? after.hash
      : events.find((event) => event[0] === position)?.[13];
    if (here === hash && to.position >= position) return { keys: keys.slice(first), passedBy };
  }
  return { keys: [], passedBy };
}

/** Removes members that the log doesn't have: not recorded yet, or erased. */
async function removeUnknownMembers(
  { events, vault }: Readonly<Record<"events" | "vault", Database>>,
): Promise<void> {
  const rows = await events.read(
    `SELECT member_id FROM events WHERE version = 1
     EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased'`,
  );
  const known = JSON.stringify(rows.map((row) => String(row.member_id)));
  await vault.write(["unfinished", "credentials", "member_keys"].map((table) => ({
    sql: `DELETE FROM ${table} WHERE member_id NOT IN (SELECT value FROM json_each(?))`,
    args: [known],
  })));
}
