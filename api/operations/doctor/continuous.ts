import { setTimeout as delay } from "node:timers/promises";
import { lastPlace } from "../../../events/log/segment.ts";
import { lastChange } from "../../../events/vault/changes.ts";
import { newestSegment, newestVault } from "../backup/continuous/newest.ts";
import { openCopyStores } from "../../objects/open.ts";
import { createSealedObjects } from "../backup/continuous/sealed-objects.ts";
import { BadBackup } from "../backup/manifest.ts";
import { about, type Check, type DoctorContext } from "./finding.ts";

const { ok, warn, fail } = about("continuous backup");
/** A service that runs needs a second or two. */
const patienceMs = 5000;
const todo =
  'check that the service is running, and look in its log for "the continuous backup failed"';

/** Whether the continuous copies have everything, and how old the last segment is. */
export const checkContinuous: Check = async ({ environment, opened, now }) => {
  const stores = await openCopyStores(environment);
  if (stores === undefined) {
    return [warn(
      "CONTINUOUS_LOG_BACKUPS is not set: a restore loses everything after the last full backup",
      "set it and CONTINUOUS_VAULT_BACKUPS to folders on other disks, or to buckets",
    )];
  }
  if (opened === undefined) return [];
  const { claimKey } = opened.secrets;
  const log = createSealedObjects(stores.log, claimKey);
  const vault = createSealedObjects(stores.vault, claimKey);
  try {
    const wanted = await ends(opened);
    const [segment, mark] = await untilThere(
      async () => [await newestSegment(log), await newestVault(vault)] as const,
      ([segment, mark]) =>
        (segment?.to.position ?? 0) >= wanted.position && (mark?.change ?? -1) >= wanted.change,
    );
    const position = segment?.to.position ?? 0;
    const age = segment === undefined ? "" : `; the last segment is ${ageOf(segment.at, now)} old`;
    return [
      position >= wanted.position
        ? ok(`the whole log is copied, up to position ${position}${age}`)
        : warn(`the log is copied up to position ${position} of ${wanted.position}${age}`, todo),
      (mark?.change ?? -1) >= wanted.change
        ? ok("the vault's copy is up to date")
        : warn("the vault has changed since it was copied", todo),
    ];
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    return [fail(error.message, "name the folders or buckets that this program writes to")];
  }
};

async function ends({ databases }: NonNullable<DoctorContext["opened"]>) {
  const { position } = await lastPlace(databases.events);
  return { position, change: await lastChange(databases.vault) };
}

async function untilThere<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    const seen = await look();
    if (isThere(seen) || performance.now() - startMs > patienceMs) return seen;
    await delay(500);
  }
}

function ageOf(at: string, now: () => Date): string {
  const seconds = Math.round((now().getTime() - Date.parse(at)) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / 3600)} hours`;
}
