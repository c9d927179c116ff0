/** Variables for backups: a folder, or a bucket if one is set. */
import { resolve } from "node:path";
import { z } from "zod";
import { secretText } from "../config/env-values.ts";
import { objectVariables, type S3Settings } from "../objects/settings.ts";

export type BackupSettings =
  | { readonly place: "folder"; readonly folder: string; readonly isDefault: boolean }
  | { readonly place: "bucket"; readonly s3: S3Settings };

export const backupVariables = {
  BACKUPS: z.string().optional(),
  BACKUPS_S3_BUCKET: objectVariables.S3_BUCKET,
  BACKUPS_S3_ENDPOINT: objectVariables.S3_ENDPOINT,
  BACKUPS_S3_REGION: objectVariables.S3_REGION,
  BACKUPS_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUPS_S3_SECRET_ACCESS_KEY: secretText,
} as const;

const variables = z.object(backupVariables);
type BackupVariables = z.infer<typeof variables>;

/** The default is a folder beside the data folder. */
export function backupSettings(
  set: BackupVariables & { readonly DATA_DIR: string },
): BackupSettings {
  const { BACKUPS_S3_BUCKET: bucket, BACKUPS_S3_REGION: region } = set;
  const { BACKUPS_S3_ACCESS_KEY_ID: accessKeyId } = set;
  const { BACKUPS_S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (bucket && accessKeyId && secretAccessKey) {
    const endpoint = set.BACKUPS_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
    const s3 = { endpoint, publicEndpoint: endpoint, bucket, region, accessKeyId, secretAccessKey };
    return { place: "bucket", s3 };
  }
  const { BACKUPS: folder } = set;
  return folder === undefined
    ? { place: "folder", folder: `${resolve(set.DATA_DIR)}.backups`, isDefault: true }
    : { place: "folder", folder, isDefault: false };
}

export function backupProblems(set: BackupVariables): string[] {
  const keys = ["BACKUPS_S3_ACCESS_KEY_ID", "BACKUPS_S3_SECRET_ACCESS_KEY"] as const;
  if (set.BACKUPS_S3_BUCKET !== undefined) {
    return keys.filter((name) => set[name] === undefined)
      .map((name) => `${name}: must be set, since BACKUPS_S3_BUCKET is`);
  }
  const given = (["BACKUPS_S3_ENDPOINT", ...keys] as const).find((name) => set[name] !== undefined);
  return given === undefined ? [] : [`BACKUPS_S3_BUCKET: must be set, since ${given} is`];
}
