import { setTimeout as delay } from "node:timers/promises";
import { lastPlace } from "../../../events/log/segment.ts";
import { lastChange } from "../../../events/vault/copy-vault.ts";
import { openCopyStores } from "../../objects/open.ts";
import { Lines } from "../backup/lines.ts";
import { BadBackup } from "../backup/manifest.ts";
import type { Check } from "./finding.ts";

/** A service that runs needs a second or two. */
const patienceMs = 5000;
const todo =
  'check that the service is running, and look in its log for "the continuous backup failed"';

/** Whether the continuous copies have everything, and how old the last segment is. */
export const checkContinuous: Check = async ({ environment, opened, now }, say) => {
  const stores = await openCopyStores(environment);
  if (stores === undefined) {
    return say.warn(
      "CONTINUOUS_LOG_BACKUPS is not set: a restore loses everything after the last full backup",
      "set it and CONTINUOUS_VAULT_BACKUPS to folders on other disks, or to buckets",
    );
  }
  if (opened === undefined) return;
  const { databases, secrets: { claimKey } } = opened;
  const logs = new Lines(stores.log, "log", claimKey);
  const vaults = new Lines(stores.vault, "vault", claimKey);
  const { position: end } = await lastPlace(databases.events);
  const change = await lastChange(databases.vault);
  const startMs = performance.now();
  try {
    for (;;) {
      const [log, vault] = [await logs.newest(), await vaults.newest()];
      const position = log?.to?.position ?? 0;
      const isVaultThere = (vault?.change ?? -1) >= change;
      const isThere = position >= end && isVaultThere;
      if (!isThere && performance.now() - startMs < patienceMs) {
        await delay(500);
        continue;
      }
      const age = log && `; the last segment is ${ageOf(log.at, now)} old`;
      if (position >= end) {
        say.ok(`the whole log is copied, up to position ${position}${age ?? ""}`);
      } else say.warn(`the log is copied up to position ${position} of ${end}${age ?? ""}`, todo);
      if (isVaultThere) say.ok("the vault's copy is up to date");
      else say.warn("the vault has changed since it was copied", todo);
      return;
    }
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    say.fail(error.message, "name the folders or buckets that this program writes to");
  }
};

function ageOf(at: string, now: () => Date): string {
  const seconds = Math.round((now().getTime() - Date.parse(at)) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`;
}
