import { megabytes } from "../../../backup/size.ts";
import { backedUp, Backups } from "../../../backup/backups.ts";
import { makeBackupInThread } from "../../../backup/backup-thread.ts";
import { openLedger } from "../../../backup/open-place.ts";
import { brandOf } from "../../../config/brand.ts";
import { onData } from "../command.ts";
import { now } from "../open-data.ts";
import { TaskError } from "../task.ts";

export const backup = onData({
  summary: "make a backup now",
  help:
    `Make a backup now, beside those that the service makes every hour. The service can keep running.

  npm run admin -- backup

A backup is one file with the database and the pictures, such as
alumni-2026-11-21T03-00-00Z.age. It is in the folder that BACKUPS names, or in a bucket. It is
encrypted: only the secret opens it. People who delete their account are gone from all backups
after 8 days. If staff keep weekly ones, it takes that many weeks and one more.`,
  async run({ environment, database, secrets, readModel }) {
    const backups = new Backups({
      database,
      environment: backedUp(environment),
      recipient: secrets.recipient,
      make: makeBackupInThread,
      ledger: await openLedger(environment, database),
      settings: () => {
        const set = readModel.settings.current();
        return { program: brandOf(set).programName, weeks: set.backupWeeks };
      },
      log: () => {},
      now,
    });
    const answer = await backups.make();
    if (answer === undefined) {
      throw new TaskError("A backup is being made right now. Try again in a minute.");
    }
    const { backups: settings } = environment;
    const where = settings.place === "folder"
      ? settings.folder
      : `the bucket ${settings.s3.bucket}`;
    if (answer.is === "failed") {
      throw new TaskError(`No backup was made: ${answer.message}. ${todo[answer.code]}`);
    }
    const { name, bytes } = answer.made;
    return `Made ${name} (${megabytes(bytes)}) in ${where}.`;
  },
});

const todo = {
  full: "Make room, or set BACKUPS to a folder on a larger disk.",
  unwritable:
    "Check that the service's user may write there, or that the bucket's access key is right.",
  away: "Check that its disk is mounted, or that the server runs.",
  damaged:
    "The database is damaged: stop the service, keep a copy of it, and restore the latest backup.",
  other: "Check the disk, and try again.",
} as const;
