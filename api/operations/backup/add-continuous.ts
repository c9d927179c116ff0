/** Adds the continuous backup's newer content to copies of a full backup's log and vault. */
import type { Database } from "../../../events/database.ts";
import { lastPlace, type LogPlace, type LogSegment } from "../../../events/log/segment.ts";
import { fillVault } from "../../../events/vault/copy-vault.ts";
import type { CopyStores } from "../../objects/open.ts";
import { Timelines } from "./timelines.ts";
import { appendFiles, type Appending, readLogFile } from "./log-copy.ts";
import { type BackupFile, BadBackup, type LogContent, undefinedIfBad } from "./manifest.ts";
import { readVaultFiles } from "./vault-copy.ts";

export interface AddOptions extends Appending {
  readonly databases: Readonly<Record<"events" | "vault", Database>>;
  readonly stores: CopyStores;
  readonly claimKey: Uint8Array;
}

export interface ContinuousEnd {
  readonly position: number;
  /** ISO 8601. Everything recorded before is included. */
  readonly at: string;
  /** Members that were erased, some after the last copied event. */
  readonly erased: ReadonlySet<string>;
  /** Why the rest can't be used, if there is more. */
  readonly endedBy: string | undefined;
}

/**
 * @returns `undefined` if nothing follows this backup: then nothing was changed.
 * @throws {BadBackup} When the vault's copy does not fit the log's.
 */
export async function addContinuous(options: AddOptions): Promise<ContinuousEnd | undefined> {
  const { databases, stores, claimKey } = options;
  const timelines = new Timelines(stores.log, "log", claimKey);
  const { found, unreadable } = await timelineAfter(timelines, await lastPlace(databases.events));
  if (found === undefined) {
    if (unreadable !== undefined) throw new BadBackup(unreadable);
    return undefined;
  }
  const erased = new Set<string>();
  let { at } = found.content;
  let endedBy = unreadable;
  let last: LogSegment | undefined;
  const { timeline, files, content } = found;
  await appendFiles(
    databases.events,
    timelines.files(timeline),
    files,
    erased,
    options,
    (segment) => {
      last = segment;
    },
  ).catch((error) => {
    const [, , , , , , atMs] = last?.events.at(-1) ?? [];
    if (!(error instanceof BadBackup) || atMs === undefined) throw error;
    endedBy = error.message;
    at = new Date(atMs).toISOString();
  });
  const vaults = new Timelines(stores.vault, "vault", claimKey);
  await fillVault(databases.vault, await newestVault(vaults, timeline, content));
  await removeUnknownMembers(databases);
  const { position } = await lastPlace(databases.events);
  return { position, at, erased, endedBy };
}

interface Found {
  readonly timeline: string;
  readonly content: LogContent;
  readonly files: readonly BackupFile[];
}

/** Newest timeline with this place; `unreadable` says why a newer one was skipped. */
async function timelineAfter(
  timelines: Timelines<"log">,
  { position, eventId }: LogPlace,
): Promise<{ readonly found?: Found; readonly unreadable?: string }> {
  let unreadable: string | undefined;
  for (const timeline of (await timelines.all()).reverse()) {
    try {
      const content = await timelines.read(timeline);
      const first = content.files.findLastIndex(({ name }) => Number(name) <= position);
      const file = content.files[first];
      if (file === undefined) continue;
      const { after, to, events } = await readLogFile(timelines.files(timeline), file);
      const here = after.position === position
        ? after.eventId
        : events.find((event) => event[0] === position)?.[1];
      if (here !== eventId || to.position < position) continue;
      const found = { timeline, content, files: content.files.slice(first) };
      return { found, ...unreadable !== undefined && { unreadable } };
    } catch (error) {
      if (!(error instanceof BadBackup)) throw error;
      unreadable ??= error.message;
    }
  }
  return unreadable === undefined ? {} : { unreadable };
}

/** @throws {BadBackup} When the log's timeline has no vault copy that is new enough. */
async function newestVault(vaults: Timelines<"vault">, logLine: string, { vaultLine }: LogContent) {
  for (const timeline of (await vaults.all()).reverse()) {
    const content = await vaults.read(timeline).catch(undefinedIfBad);
    if (content?.logLine !== logLine) continue;
    if (timeline < (vaultLine ?? "")) break;
    return await readVaultFiles(vaults.files(timeline), content);
  }
  throw new BadBackup(
    "The continuous copy of the vault is missing, or older than that of the log",
  );
}

/** Removes members missing in the log: not recorded yet, or erased. */
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
