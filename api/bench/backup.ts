import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "../../events/store/database.ts";
import { inTurn, type Line } from "../../events/bench/line.ts";
import { makeUpLog } from "../../events/testing/made-up-log.ts";
import { writeLog } from "../../events/testing/write-log.ts";
import { makeBackupInThread } from "../backup/backup-thread.ts";
import type { BackupOrder } from "../backup/make-backup.ts";
import { makeIdentity } from "../config/identities.ts";
import { longestPauseMs } from "../testing/longest-pause.ts";
import { hasProgram } from "../testing/programs.ts";

/** The events of 10,000 people in ten years. */
const events = 200_000;
/** Approximate sealed bytes of an event. */
const personalBytes = 400;

/** Measures a backup, beside a file copy encrypted by `age`, and the longest pause of this thread during the backup. */
export async function measureBackup(folder: string): Promise<Line[]> {
  const path = join(folder, "alumni.db");
  const database = await openDatabase({ url: `file:${path}`, durability: "normal" });
  await writeLog(database, makeUpLog({ events, seed: 1 }), () => {});
  await database.write([{
    sql: `INSERT INTO personal (position, member_id, sealed)
      SELECT position, stream, randomblob(${personalBytes}) FROM events`,
  }]);
  await database.truncateWriteAheadLog();
  const { identity, recipient } = await makeIdentity();
  const order: BackupOrder = {
    environment: {
      database: { url: `file:${path}` },
      dataDir: folder,
      s3: undefined,
      backups: { place: "folder", folder: join(folder, "backups"), isDefault: true },
    },
    recipient,
    version: "0",
    program: "",
    madeAt: new Date(),
    weeks: 0,
    mayMakeFolder: true,
  };
  let bytes = 0;
  let longestMs = 0;
  const plain = join(folder, "copy.db");
  await mkdir(join(folder, "backups"), { recursive: true });
  await writeFile(join(folder, "secret"), identity);
  const seconds = await inTurn({
    async backup() {
      const making = makeBackupInThread(order);
      longestMs = Math.max(longestMs, await longestPauseMs(making));
      const answer = await making;
      if (answer.is === "failed") throw new Error(answer.message);
      bytes = answer.made.bytes;
    },
    async copy() {
      await copyFile(path, plain);
      if (hasProgram("age")) {
        await promisify(execFile)("age", ["-r", recipient, "-o", `${plain}.age`, plain]);
      }
      await rm(`${plain}.age`, { force: true });
    },
  }, 3);
  database.close();
  const { size } = await stat(path);
  const megabytes = (size: number) => `${Math.round(size / 1e6)} MB`;
  return [
    {
      what: `backup, ${events.toLocaleString("en-US")} events, beside a copy by the program age`,
      figure: `${seconds.backup.toFixed(1)} s, ${megabytes(bytes)} of ${megabytes(size)}`,
      value: seconds.copy / seconds.backup,
      target: { least: 0.05 },
    },
    {
      what: "longest pause of the event loop while a backup is made",
      figure: `${longestMs.toFixed(0)} ms`,
      value: longestMs,
      target: { most: 50 },
    },
  ];
}
