import { setTimeout as delay } from "node:timers/promises";
import { lastPlace } from "../../../events/log/segment.ts";
import { lastChange } from "../../../events/vault/copy-vault.ts";
import { openCopyStores } from "../../objects/open.ts";
import { newestSegment } from "../backup/continuous/log-line.ts";
import { SealedObjects } from "../backup/continuous/sealed-objects.ts";
import { newestVault } from "../backup/continuous/vault-line.ts";
import { BadBackup } from "../backup/manifest.ts";
import type { Check } from "./finding.ts";

/** A running service needs a second or two. */
const patienceMs = 5000;

/** Whether the continuous copies have everything, and how old the last segment is. */
export const checkContinuous: Check = async ({ environment, opened, now }, found) => {
  const stores = await openCopyStores(environment);
  if (stores === undefined) return found.add("no-continuous");
  if (opened === undefined) return;
  const { databases, secrets: { claimKey } } = opened;
  const log = new SealedObjects(stores.log, claimKey);
  const vault = new SealedObjects(stores.vault, claimKey);
  const { position: end } = await lastPlace(databases.events);
  const change = await lastChange(databases.vault);
  const read = async () => {
    const segment = await newestSegment(log);
    const isVaultCopied = ((await newestVault(vault))?.change ?? -1) >= change;
    const position = segment?.to.position ?? 0;
    return { segment, position, isLogCopied: position >= end, isVaultCopied };
  };
  const startMs = performance.now();
  try {
    let copied = await read();
    while (
      !(copied.isLogCopied && copied.isVaultCopied) && performance.now() - startMs < patienceMs
    ) {
      await delay(500);
      copied = await read();
    }
    const { segment, position, isLogCopied, isVaultCopied } = copied;
    const age = segment === undefined ? "" : `; the last segment is ${ageOf(segment.at, now)} old`;
    found.add(isLogCopied ? "log-copied" : "log-not-copied", { position, end, age });
    found.add(isVaultCopied ? "vault-copied" : "vault-not-copied");
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    found.add("copies-unreadable", { problem: error.message });
  }
};

function ageOf(at: string, now: () => Date): string {
  const seconds = Math.round((now().getTime() - Date.parse(at)) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}
