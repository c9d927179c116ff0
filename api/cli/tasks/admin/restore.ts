import { randomBytes } from "node:crypto";
import type { Database } from "../../../../events/store/database.ts";
import { counted } from "../../../../events/amounts.ts";
import { installationOf } from "../../../../events/store/installation.ts";
import { isHalfWritten } from "../../../../events/store/write-copy.ts";
import { openSchema } from "../../../../events/store/schema.ts";
import { openLedger } from "../../../backup/open-place.ts";
import { BackupRefused, refusals, refuseUnknownErasures } from "../../../backup/backup-refused.ts";
import { type Checked, createRestoreFiles, isWithoutMembers } from "../../../backup/restore.ts";
import { readEnvironment } from "../../../config/env.ts";
import type { Environment } from "../../../config/env.ts";
import { configuredIdentities } from "../../../config/secrets.ts";
import { lockFolder } from "../../../node/data-folder.ts";
import { openOne } from "../../../node/open-database.ts";
import { openStores } from "../../../node/stores.ts";
import { markOf } from "../../../objects/mark.ts";
import type { ObjectStore } from "../../../objects/object-store.ts";
import { openObjects } from "../../../objects/open.ts";
import { askSecret } from "../ask-secret.ts";
import { defineCommand } from "../command.ts";
import { now } from "../open-data.ts";
import { flag } from "../options.ts";
import { confirm, createProgress, TaskError } from "../task.ts";
import { checkBackupFile, findBackup } from "./backup-file.ts";

export const restore = defineCommand({
  summary: "restore a backup, with the service stopped",
  help: `Restore a backup into a directory without any member, with the service stopped. In the
browser, the link that makes the first staff account offers the same.

  npm run admin -- restore alumni-2026-11-21T03-00-00Z.age           one of those in BACKUPS
  npm run admin -- restore /media/usb/alumni-2026-11-21T03-00-00Z.age
  npm run admin -- restore alumni-2026-11-21T03-00-00Z.age --yes < secret.txt

It asks for the secret that was in use when the backup was made, unless SECRET or SECRET_FILE
has it. It checks all of the backup, says what is in it, and asks before it changes anything. If it
is interrupted, run it again. Everyone has to log in again. Invitations keep their links.`,
  options: { yes: flag },
  names: ["file"],
  async run({ yes }, file = "") {
    const environment = readEnvironment();
    const files = createRestoreFiles(environment);
    const empty = await openEmpty(environment);
    const lock = await lockFolder(environment.dataDir);
    try {
      if (lock === undefined) throw new TaskError("Stop the service first. Nothing was changed.");
      return await restoreFrom(file, { environment, files, empty, isAgreed: yes });
    } catch (error) {
      throw error instanceof BackupRefused ? new TaskError(error.message) : error;
    } finally {
      empty.close();
      if (lock !== undefined) await files.clear();
      lock?.release();
    }
  },
});

interface RestoreWork {
  readonly environment: Environment;
  readonly files: ReturnType<typeof createRestoreFiles>;
  readonly empty: Empty;
  readonly isAgreed: boolean | undefined;
}

type Empty = Awaited<ReturnType<typeof openEmpty>>;

async function restoreFrom(
  file: string,
  { environment, files, empty, isAgreed }: RestoreWork,
): Promise<string> {
  const path = await findBackup(file, { environment, files });
  const checked = await check(path, { environment, files });
  const { about, invitations } = checked;
  const madeAt = dateText(about.madeAt);
  console.error(
    `This is the backup of ${about.program}, made on ${madeAt}: ` +
      `${peopleIn(about.people)} with an account, ${counted(about.pictures, "picture file")}, ` +
      `${counted(invitations, "open invitation")}. Version ${about.version}.`,
  );
  await confirm(`Restore it? Changes after ${madeAt} are lost.`, isAgreed);
  const ledger = await openLedger(environment, empty.database);
  const erased = await ledger.allMemberIds().catch(refuseUnknownErasures);
  const progress = createProgress("Restoring, percent", 100);
  const counts = await files.prepare(
    { checked, installation: empty.installation, objects: empty.objects, erased, now: now() },
    (share) => progress.report(Math.round(share * 100)),
  );
  progress.end();
  if (!await empty.database.endWriteAheadLog()) throw new BackupRefused(refusals.usedByOthers);
  empty.close();
  const writing = createProgress("Writing to the database server, percent", 100);
  await files.replace(checked, (share) => writing.report(Math.round(share * 100)));
  return `Restored ${about.program}, with ${
    peopleIn(counts.people)
  }. Changes after ${madeAt} are lost.
Links of invitations that still work: ${counts.invitations}. Everyone has to log in again.
Start the service now.`;
}

/** @throws {TaskError} If the directory has members. */
async function openEmpty(environment: Environment) {
  const half = await openIncomplete(environment);
  if (half !== undefined) return half;
  const { database, secrets } = await openStores(environment, { mayMake: true, mayBeLost: true });
  await openSchema(database);
  if (!await isWithoutMembers(database)) {
    database.close();
    throw new TaskError(
      "This directory has people already. A backup can only be restored into a new one: set DATA_DIR (or " +
        "DATABASE_URL) to a place without data. Nothing was changed.",
    );
  }
  const objects = await openObjects(environment, secrets, now);
  // Existing pictures name their database by its id.
  const installation = await markOf(objects) ?? await installationOf(database);
  return opened(database, objects, installation);
}

/** Opens the incomplete data of an interrupted restore on a server. */
async function openIncomplete(environment: Environment) {
  if (environment.database.url.startsWith("file:")) return undefined;
  const database = await openOne(environment, {});
  if (!await isHalfWritten(database)) {
    database.close();
    return undefined;
  }
  const objects = await openObjects(environment, { claimKey: randomBytes(32) }, now);
  const installation = await markOf(objects) ?? randomBytes(16).toString("hex");
  return opened(database, objects, installation);
}

function opened(database: Database, objects: ObjectStore, installation: string) {
  let isOpen = true;
  return {
    database,
    objects,
    installation,
    close() {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

/** Tries the configured secrets, and then one typed by the operator. */
async function check(
  file: string | undefined,
  { environment, files }: Pick<RestoreWork, "environment" | "files">,
): Promise<Checked> {
  const checkWith = (secret: string) => checkBackupFile(file, secret, files);
  const known = await configuredIdentities(environment).catch(() => []);
  try {
    if (known.length > 0) return await checkWith(known.map(({ identity }) => identity).join("\n"));
  } catch (error) {
    const isOther = error instanceof BackupRefused && error.message === refusals.wrongSecret;
    if (!isOther) throw error;
  }
  return await checkWith(await askSecret("The secret of this backup (AGE-SECRET-KEY-1…):"));
}

const peopleIn = (count: number) => counted(count, "person", "people");

function dateText(madeAt: string): string {
  return new Date(madeAt).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
}
