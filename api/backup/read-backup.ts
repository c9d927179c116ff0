import { statfs } from "node:fs/promises";
import { askWorker } from "../../events/worker.ts";
import type { AboutBackup } from "./about-backup.ts";
import { BackupRefused, fullDisk } from "./backup-refused.ts";

export type BackupQuestion =
  | {
    readonly does: "read";
    readonly file: string;
    /** The new file for its content. */
    readonly copy: string;
    readonly identities: readonly string[];
  }
  | { readonly does: "write"; readonly copy: string; readonly to: string };

export interface CheckedBackup {
  readonly about: AboutBackup;
  /** The number of people who keep the link of their invitation. */
  readonly invitations: number;
  readonly pictureBytes: number;
  /** Id of the secret that the data was written with. */
  readonly keyId: string;
}

export type BackupAnswer =
  | { readonly is: "refused"; readonly message: string }
  | { readonly is: "written" }
  | { readonly is: "checked" } & CheckedBackup;

/** Extra room besides a restore's files, so that the service can still write. */
const spareBytes = 64_000_000;

/**
 * Opens a backup into a file, and checks all of it. Nothing else is changed.
 * @throws {BackupRefused}
 */
export async function readBackup(
  question: Omit<Extract<BackupQuestion, { does: "read" }>, "does">,
  report: (share: number) => void,
  until?: AbortSignal,
): Promise<CheckedBackup> {
  const answer = await ask({ does: "read", ...question }, report, until);
  if (answer.is !== "checked") throw new Error("The worker answered something else");
  const { is: _, ...checked } = answer;
  return checked;
}

/** Writes the database of a checked copy into a new file. @throws {BackupRefused} */
export async function writeDatabaseOf(copy: string, to: string): Promise<void> {
  await ask({ does: "write", copy, to });
}

async function ask(
  question: BackupQuestion,
  report?: (share: number) => void,
  until?: AbortSignal,
): Promise<BackupAnswer> {
  const worker = new Worker(new URL("./read-backup-worker.ts", import.meta.url), {
    type: "module",
  });
  const answer = await askWorker<BackupAnswer>(worker, question, until, report);
  if (answer.is === "refused") throw new BackupRefused(answer.message);
  return answer;
}

/** @throws {BackupRefused} If a folder's disk has too little room. */
export async function requireRoomFor(bytes: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + spareBytes;
  if (bavail * bsize < needed) throw fullDisk(needed);
}
