/**
 * Restores what the continuous copies have after a full backup, into copies of its log and its vault.
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
import { emptyVault, putRows, VaultRows } from "../../../../events/vault/changes.ts";
import { BadBackup } from "../manifest.ts";
import { logKeys, readStored, type StoredSegment } from "./log-line.ts";
import type { CopyStores } from "../../../objects/open.ts";
import { createSealedObjects, lineIn, type SealedObjects } from "./sealed-objects.ts";
import { readWhole, vaultKeys, type VaultMark, VaultPart, WholeVault } from "./vault-line.ts";

export interface GoOnOptions {
  /** Of a full backup, to be changed. */
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly stores: CopyStores;
  readonly claimKey: Uint8Array;
  readonly checkInterrupt: () => Promise<void>;
  readonly report: (position: number) => void;
}

/** What a full backup was brought on to. */
export interface Since {
  readonly position: number;
  /** ISO 8601: what was recorded before is there. */
  readonly at: string;
  /** Who was erased, as far as the copies know, also after the last event there is. */
  readonly erased: ReadonlySet<string>;
  /** Why it ends here, when there is more that cannot be used. */
  readonly endedBy: string | undefined;
}

/**
 * @returns `undefined` when the copies do not go on from this backup: then nothing was changed.
 * @throws {BadBackup} When the vault's copy does not fit the log's.
 */
export async function goOn(options: GoOnOptions): Promise<Since | undefined> {
  const { databases, stores, claimKey } = options;
  const { line, stored, erased, endedBy } = await goOnWithLog(
    createSealedObjects(stores.log, claimKey),
    options,
  );
  if (stored === undefined) {
    if (endedBy !== undefined) throw new BadBackup(endedBy);
    return undefined;
  }
  await takeVault(createSealedObjects(stores.vault, claimKey), databases.vault, {
    ...stored.vault,
    logLine: line,
  });
  await keepMembers(databases);
  const { position } = await lastPlace(databases.events);
  return { position, at: stored.at, erased, endedBy };
}

interface Used {
  /** Which line of the log it was. */
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
 * Segments of the newest line that has come by this place, from the one that has what follows it. A newer
 * line that cannot be read, such as another installation's, is passed by.
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

/** Puts the newest whole line that is beside a line of the log in the place of what the vault has. */
async function takeVault(
  objects: SealedObjects,
  vault: Database,
  mark: VaultMark & { readonly logLine: string | undefined },
): Promise<void> {
  const keys = await objects.keys(vaultKeys.all);
  const line = await newestLineBeside(objects, keys, mark.logLine);
  if (line === undefined || line < mark.line) {
    throw new BadBackup(
      "The continuous copy of the vault is missing, or older than that of the log",
    );
  }
  const whole = WholeVault.parse(await objects.read(vaultKeys.whole(line)));
  await emptyVault(vault);
  for (let page = 1; page <= whole.pages; page++) {
    await putRows(vault, VaultRows.parse(await objects.read(vaultKeys.page(line, page))));
  }
  let change = whole.change;
  for (const key of keys.filter((one) => one.startsWith(vaultKeys.changes(line)))) {
    const part = VaultPart.parse(await objects.read(key));
    if (part.after !== change) throw new BadBackup(`Changes of the vault after ${key} are missing`);
    await putRows(vault, part.rows);
    change = part.to;
  }
  if (line === mark.line && change < mark.change) {
    throw new BadBackup("The continuous copy of the vault is older than that of the log");
  }
}

async function newestLineBeside(
  objects: SealedObjects,
  keys: readonly string[],
  logLine: string | undefined,
): Promise<string | undefined> {
  for (const key of keys.filter((one) => one.endsWith("/whole")).reverse()) {
    if ((await readWhole(objects, key))?.logLine === logLine) return lineIn(key);
  }
  return undefined;
}

/** The vault has those, too, whom the log does not know yet, and those who were erased lately. */
async function keepMembers(
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
