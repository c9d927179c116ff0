/** Port of the places for backups, a folder or a bucket, and how backups are called there. */
import type { LedgerFile } from "../node/erasure-ledger.ts";

export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
}

/** Errors are `BackupFailed`. */
export interface BackupPlace {
  /** Makes the folder, where it may be made. */
  prepare(): Promise<void>;
  /** Newest first; only whole ones. */
  list(): Promise<readonly BackupFile[]>;
  /** Writes a new backup, whole or not at all. Resolves with its size. */
  write(name: string, body: ReadableStream<Uint8Array>): Promise<number>;
  /** `undefined` if there is none of this name. The caller reads it to its end, or cancels it. */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** A missing one is ignored. */
  remove(name: string): Promise<void>;
  /** Removes what an interrupted `write` left. Only for whoever may write. */
  tidy(): Promise<void>;
  /** The ids of erased members, beside the backups that may still have them. */
  readonly ledger: LedgerFile;
}

/**
 * Why there is no backup: the place is full; can't be written to; isn't there, or the database's server isn't;
 * the database is damaged.
 */
export const backupFailures = ["full", "unwritable", "away", "damaged", "other"] as const;
export type BackupFailure = typeof backupFailures[number];

export class BackupFailed extends Error {
  override readonly name = "BackupFailed";

  constructor(readonly code: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

const namePattern = /^alumni-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.age$/;

export function backupName(madeAt: Date): string {
  return `alumni-${madeAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z.age`;
}

/** `undefined` for the name of anything else. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}

export const newestFirst = (one: BackupFile, other: BackupFile) =>
  other.madeAt.getTime() - one.madeAt.getTime();
