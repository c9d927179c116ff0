/** Variables for the object store: `DATA_DIR/objects` unless a bucket is named. */
import { z } from "zod";
import { parsedBy, secretText, webAddress } from "../config/env-values.ts";

export interface S3Settings {
  /** The server's address for this service, and by default for browsers. */
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const endpoint = parsedBy((text) => {
  const url = webAddress(text);
  return url && url.search + url.hash === ""
    ? `${url.origin}${url.pathname}`.replace(/\/+$/, "")
    : undefined;
}, "must be an address such as https://s3.example.edu").optional();

export const objectVariables = {
  S3_ENDPOINT: endpoint,
  S3_PUBLIC_ENDPOINT: endpoint,
  S3_BUCKET: z.string().regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
  ).optional(),
  S3_REGION: z.string().regex(/^[\w-]+$/, "must be a region such as us-east-1")
    .default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: secretText,
} as const;

const variables = z.object(objectVariables);
type ObjectVariables = z.infer<typeof variables>;

export function s3Settings(set: ObjectVariables): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_REGION: region } = set;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const endpoint = set.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const publicEndpoint = set.S3_PUBLIC_ENDPOINT ?? endpoint;
  return { endpoint, publicEndpoint, bucket, region, accessKeyId, secretAccessKey };
}

export function objectStoreProblems(
  set: ObjectVariables & { readonly APP_ORIGIN?: string | undefined },
): string[] {
  const others = [
    "S3_ENDPOINT",
    "S3_PUBLIC_ENDPOINT",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ] as const;
  if (set.S3_BUCKET === undefined) {
    const given = others.find((name) => set[name] !== undefined);
    return given === undefined ? [] : [`S3_BUCKET: must be set, since ${given} is`];
  }
  const settings = s3Settings(set);
  if (settings === undefined) {
    return (["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
      .filter((name) => set[name] === undefined)
      .map((name) => `${name}: must be set, since S3_BUCKET is`);
  }
  const isMixed = set.APP_ORIGIN?.startsWith("https:") === true &&
    settings.publicEndpoint.startsWith("http:");
  return isMixed
    ? [
      `${set.S3_PUBLIC_ENDPOINT ? "S3_PUBLIC_ENDPOINT" : "S3_ENDPOINT"}: must be https, since ` +
      "browsers send uploads to it from an https page; when the server has another address for " +
      "browsers, set S3_PUBLIC_ENDPOINT",
    ]
    : [];
}
