/** Variables for the continuous copies of log and vault. */
import { relative, resolve } from "node:path";
import { z } from "zod";

/** Folders, or buckets as `s3:NAME`. */
export interface ContinuousSettings {
  readonly log: string;
  readonly vault: string;
}

const place = z.string().refine(
  (text) => !text.startsWith("s3:") || bucketOf(text) !== undefined,
  "must be a folder, or s3: and the name of a bucket",
).optional();

export const continuousVariables = {
  CONTINUOUS_LOG_BACKUPS: place,
  CONTINUOUS_VAULT_BACKUPS: place,
} as const;

const variables = z.object(continuousVariables);
type ContinuousVariables = z.infer<typeof variables>;

export function continuousSettings(set: ContinuousVariables): ContinuousSettings | undefined {
  const { CONTINUOUS_LOG_BACKUPS: log, CONTINUOUS_VAULT_BACKUPS: vault } = set;
  return log === undefined || vault === undefined ? undefined : { log, vault };
}

export function continuousBackupProblems(
  set: ContinuousVariables & { readonly S3_BUCKET?: string | undefined },
): string[] {
  const { CONTINUOUS_LOG_BACKUPS: log, CONTINUOUS_VAULT_BACKUPS: vault, S3_BUCKET } = set;
  if (log === undefined && vault === undefined) return [];
  if (log === undefined) {
    return ["CONTINUOUS_LOG_BACKUPS: must be set, because CONTINUOUS_VAULT_BACKUPS is"];
  }
  if (vault === undefined) {
    return [
      "CONTINUOUS_VAULT_BACKUPS: must be set, since CONTINUOUS_LOG_BACKUPS is: without the keys of " +
      "new members no one could read what the log has of them",
    ];
  }
  const needsServer = [log, vault].some((one) => bucketOf(one) !== undefined);
  return [
    ...(isWithin(log, vault) || isWithin(vault, log)
      ? [
        "CONTINUOUS_VAULT_BACKUPS: must not be in CONTINUOUS_LOG_BACKUPS, or the other way around: anyone with both has the sealed data and its keys",
      ]
      : []),
    ...(needsServer && S3_BUCKET === undefined
      ? ["S3_BUCKET: must be set, since a continuous backup goes to a bucket of the same server"]
      : []),
    ...([log, vault].some((one) => bucketOf(one) === S3_BUCKET && S3_BUCKET !== undefined)
      ? ["S3_BUCKET: must be a different bucket from those of the continuous backup"]
      : []),
  ];
}

export function continuousFolders(
  { continuous }: { readonly continuous?: ContinuousSettings | undefined },
): string[] {
  return [continuous?.log, continuous?.vault].filter((one) =>
    one !== undefined && bucketOf(one) === undefined
  ) as string[];
}

export function bucketOf(place: string): string | undefined {
  return /^s3:([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/.exec(place)?.[1];
}

/** Whether a path is in a folder, or is that folder. */
export function isWithin(folder: string, path: string): boolean {
  return !relative(resolve(folder), resolve(path)).startsWith("..");
}
