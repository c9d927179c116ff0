/**
 * Which backups of a folder are earlier states of the current log. Only these may be removed, and
 * no backup is made beside one of a longer log.
 */
import type { Database } from "../../../events/database.ts";
import { installationOf } from "../../../events/installation.ts";
import { hasPlace, lastPlace, type LogPlace } from "../../../events/log/segment.ts";
import { backupsIn } from "./folders.ts";
import {
  type BackupContent,
  type BackupKind,
  BadBackup,
  peekManifest,
  readManifest,
  undefinedIfBad,
} from "./manifest.ts";

/** The log's end when the backup was made. Continuous copies of a vault have none. */
function placeOf(content: BackupContent): LogPlace | undefined {
  return content.kind === "log" ? content.to : content.log;
}

/** @throws {BadBackup} When the log is empty, another program's, or shorter than a backup's. */
export async function refuseShorterLog(
  parent: string,
  kind: BackupKind,
  events: Database,
): Promise<void> {
  const nothing = "No backup was made, and no backup was removed";
  const { position } = await lastPlace(events);
  if (position === 0) throw new BadBackup(`The log ${events.name} is empty. ${nothing}.`);
  const installation = await installationOf(events);
  for (const path of await backupsIn(parent, kind)) {
    const content = await peekManifest(path);
    if (content === undefined) continue;
    if ((content.installation ?? installation) !== installation) {
      throw new BadBackup(
        `${path} belongs to a different installation from the log ${events.name}. ${nothing}. Check DATA_DIR ` +
          "and EVENTS_URL. If they're right, use another folder for these backups.",
      );
    }
    const backed = placeOf(content)?.position ?? 0;
    if (backed <= position) continue;
    throw new BadBackup(
      `The log ${events.name} ends at position ${position}, and ${path} reached ${backed}: the log is ` +
        `not the newest, or an older backup was restored. ${nothing}. Check DATA_DIR and EVENTS_URL. ` +
        "If they're right, move that backup away, or use another folder.",
    );
  }
}

/** Backups of earlier states of this log, oldest first; and the number of others. */
export async function earlierStates(
  parent: string,
  kind: BackupKind,
  { events, claimKey }: { readonly events: Database; readonly claimKey: Uint8Array },
): Promise<{ readonly ours: string[]; readonly others: number }> {
  const own = await installationOf(events);
  const all = await backupsIn(parent, kind);
  const ours: string[] = [];
  for (const path of all) {
    const content = await readManifest(path, claimKey).catch(undefinedIfBad);
    const place = content && placeOf(content);
    if (place === undefined || (content?.installation ?? own) !== own) continue;
    if (await hasPlace(events, place)) ours.push(path);
  }
  return { ours, others: all.length - ours.length };
}
