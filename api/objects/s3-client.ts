/** The client of an S3-compatible server, for pictures and for backups. */
import { S3Client } from "@aws-sdk/client-s3";
import { ObjectsUnavailable } from "./object-store.ts";
import type { S3Settings } from "./settings.ts";
import { createSharedLookup } from "./shared-lookup.ts";

/** A connection for each picture being read, because fifty slow readers must not block others. */
const sockets = { keepAlive: true, maxSockets: 1000, lookup: createSharedLookup() };

export function createS3Client(
  settings: Pick<S3Settings, "region" | "accessKeyId" | "secretAccessKey">,
  endpoint: string,
): S3Client {
  return new S3Client({
    endpoint,
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    forcePathStyle: true,
    // No signed checksum: it would be that of an empty body, and browsers send none.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, httpAgent: sockets, httpsAgent: sockets },
  });
}

export interface InTime {
  readonly abortSignal: AbortSignal;
}

/** Limits the time until an answer begins, since the client's own limit only warns. */
export async function reachWithin<T>(
  ms: number,
  work: (inTime: InTime) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await work({ abortSignal: late.signal });
  } catch (error) {
    if (error instanceof ObjectsUnavailable) throw error;
    throw new ObjectsUnavailable("The object store does not answer as it should", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
