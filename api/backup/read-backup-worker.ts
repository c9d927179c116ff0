/** Opens a backup and checks all of it, beside requests. */
import { open, stat } from "node:fs/promises";
import { Decrypter } from "age-encryption";
import { backupTablesOf } from "../../events/store/backup-tables.ts";
import {
  type Copy,
  CopyUnfit,
  openReceived,
  writeDatabase,
} from "../../events/store/received-copy.ts";
import { tablesOf } from "../../events/store/queries.ts";
import { answerInWorker, type Report } from "../../events/worker.ts";
import { AboutBackup, backupFormat } from "./about-backup.ts";
import {
  BackupRefused,
  fullDisk,
  isFullDisk,
  maxBackupBytes,
  refusals,
  unfitMessages,
} from "./backup-refused.ts";
import { streamOfFile } from "./file-stream.ts";
import type { BackupAnswer, BackupQuestion, CheckedBackup } from "./read-backup.ts";

/** The share of opening in the time of a check. */
const openingShare = 0.8;

answerInWorker<BackupQuestion, BackupAnswer>(async (question, report) => {
  try {
    if (question.does === "write") {
      writeDatabase(question.copy, question.to);
      return { is: "written" };
    }
    await decrypt(question, report);
    return { is: "checked", ...await check(question.copy) };
  } catch (error) {
    if (error instanceof BackupRefused) return { is: "refused", message: error.message };
    if (error instanceof CopyUnfit) return { is: "refused", message: unfitMessages[error.why] };
    if (isFullDisk(error)) return { is: "refused", message: fullDisk().message };
    throw error;
  }
});

async function decrypt(
  { file, copy, identities }: Extract<BackupQuestion, { does: "read" }>,
  report: Report,
): Promise<void> {
  const { size } = await stat(file);
  if (size > maxBackupBytes) throw new BackupRefused(refusals.tooLarge);
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const sealed = await streamOfFile(file);
  const content = await decrypter.decrypt(sealed).catch((error) => {
    const isOther = /no identity matched/.test((error as Error).message);
    throw new BackupRefused(isOther ? refusals.wrongSecret : refusals.noBackup);
  });
  const written = await open(copy, "wx", 0o600);
  try {
    let done = 0;
    const parts = content[Symbol.asyncIterator]();
    for (;;) {
      // Decryption proves each part, and that the last part is the last.
      const { done: isEnd, value } = await parts.next().catch(() => {
        throw new BackupRefused(refusals.damaged);
      });
      if (isEnd) break;
      await written.writeFile(value);
      done += value.length;
      report(openingShare * Math.min(1, done / size));
    }
    await written.sync();
  } finally {
    await written.close();
  }
}

async function check(path: string): Promise<CheckedBackup> {
  const copy = await openReceived(path);
  try {
    const about = await readAbout(copy);
    const { bytes } = await backupTablesOf(copy).selectFrom("objects")
      .select(({ fn }) => fn<number>("total", [fn("length", ["body"])]).as("bytes"))
      .executeTakeFirstOrThrow();
    const secret = await tablesOf(copy).selectFrom("secrets").select("key_id")
      .where("until_ms", "is", null).executeTakeFirst();
    if (secret === undefined) throw new BackupRefused(refusals.changed);
    return {
      about,
      keyId: secret.key_id,
      invitations: await countInvitations(copy, Date.parse(about.madeAt)),
      pictureBytes: bytes,
    };
  } finally {
    copy.close();
  }
}

async function readAbout(copy: Copy): Promise<AboutBackup> {
  const row = await backupTablesOf(copy).selectFrom("backup").select("about").executeTakeFirst();
  const description = parse(row?.about ?? "");
  if (description?.product !== "alumni-connect") throw new BackupRefused(refusals.noBackup);
  if (typeof description.format === "number" && description.format > backupFormat) {
    throw new BackupRefused(refusals.newer);
  }
  const { data } = AboutBackup.safeParse(description);
  if (data === undefined) throw new BackupRefused(refusals.changed);
  return data;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Counts people whose invitation link was valid at that time, or whose mail was still queued. */
async function countInvitations(copy: Copy, atMs: number): Promise<number> {
  const linked = await tablesOf(copy).selectFrom("tokens").select("member_id").distinct()
    .where("kind", "=", "invitation").where("expires_at_ms", ">", atMs).execute();
  return linked.length;
}
