/** Port of places for backups, a folder or a bucket, and the names of backups there. */
import type { LedgerFile } from "../node/erasure-ledger.ts";

export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
}

/** Fails with `BackupFailed`. */
export interface BackupPlace {
  /** Creates the folder, if allowed. */
  prepare(): Promise<void>;
  /** Complete backups, newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** Writes a new backup, completely or not at all. Resolves with its size. */
  write(name: string, body: ReadableStream<Uint8Array>): Promise<number>;
  /** `undefined` if there is no backup of this name. The caller has to read the stream to its end, or cancel it. */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** A missing one is ignored. */
  remove(name: string): Promise<void>;
  /** Removes leftovers of an interrupted `write`. Only for the process that may write. */
  tidy(): Promise<void>;
  /** The ids of erased members, beside backups that may still contain them. */
  readonly ledger: LedgerFile;
}

/**
 * Why there is no backup: the place is full, can't be written to, or is unavailable (or the database's server is); or
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

/** `undefined` if the name isn't a backup's. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = namePattern.exec(name) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? undefined : madeAt;
}

export const newestFirst = (one: BackupFile, other: BackupFile) =>
  other.madeAt.getTime() - one.madeAt.getTime();
