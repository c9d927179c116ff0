import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { ObjectsUnavailable } from "../objects/object-store.ts";
import { createS3Client, type InTime, reachWithin } from "../objects/s3-client.ts";
import type { S3Settings } from "../objects/settings.ts";
import { BackupFailed, type BackupPlace, madeAtOf, newestFirst } from "./place.ts";

const prefix = "alumni-";
const ledgerKey = "erasures";
/** With the maximum of ten thousand parts, 80 GB. */
const partBytes = 8 * 1024 * 1024;
/** Long, because an upload can be slow and no one waits for it. */
const partWithinMs = 180_000;
const answerWithinMs = 10_000;

/** Backups in an S3-compatible bucket. Each is sent in parts, and appears with the last part. */
export function createBucketPlace(settings: S3Settings): BackupPlace {
  const { bucket: Bucket } = settings;
  const client = createS3Client(settings, settings.endpoint);
  const reach = <T>(work: (inTime: InTime) => Promise<T>, withinMs = answerWithinMs) =>
    reachBucket(Bucket, withinMs, work);

  async function read(Key: string) {
    return await reach(async (inTime) => {
      try {
        return (await client.send(new GetObjectCommand({ Bucket, Key }), inTime)).Body;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  const put = (Key: string, Body: Uint8Array) =>
    reach(
      (inTime) => client.send(new PutObjectCommand({ Bucket, Key, Body }), inTime),
      partWithinMs,
    );

  async function sendInParts(Key: string, parts: AsyncIterable<Uint8Array>): Promise<number> {
    const { UploadId } = await reach((inTime) =>
      client.send(new CreateMultipartUploadCommand({ Bucket, Key }), inTime)
    );
    const upload = { Bucket, Key, UploadId };
    try {
      let bytes = 0;
      const Parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];
      for await (const Body of parts) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await reach(
          (inTime) => client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), inTime),
          partWithinMs,
        );
        Parts.push({ PartNumber, ETag });
        bytes += Body.byteLength;
      }
      const whole = { ...upload, MultipartUpload: { Parts } };
      await reach(
        (inTime) => client.send(new CompleteMultipartUploadCommand(whole), inTime),
        partWithinMs,
      );
      return bytes;
    } catch (error) {
      await reach((inTime) => client.send(new AbortMultipartUploadCommand(upload), inTime))
        .catch(() => undefined);
      throw error;
    }
  }

  return {
    ledger: {
      read: async () => await (await read(ledgerKey))?.transformToString() ?? "",
      async append(text) {
        await put(ledgerKey, new TextEncoder().encode(await this.read() + text));
      },
    },
    async prepare() {},
    async list() {
      const files = [];
      let next: string | undefined;
      do {
        const page = await reach((inTime) =>
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: next }),
            inTime,
          )
        );
        for (const { Key: name = "", Size: bytes = 0 } of page.Contents ?? []) {
          const madeAt = madeAtOf(name);
          if (madeAt !== undefined) files.push({ name, madeAt, bytes });
        }
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
      return files.sort(newestFirst);
    },
    write: (name, body) => sendInParts(name, partsOf(body, partBytes)),
    open: async (name) => (await read(name))?.transformToWebStream(),
    async remove(Key) {
      await reach((inTime) => client.send(new DeleteObjectCommand({ Bucket, Key }), inTime));
    },
    async tidy() {
      const { Uploads: uploads = [] } = await reach((inTime) =>
        client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), inTime)
      );
      for (const { Key, UploadId } of uploads) {
        await reach((inTime) =>
          client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), inTime)
        );
      }
    },
  };
}

/** Splits into parts of one size. The last one may be smaller. */
async function* partsOf(
  body: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(size);
  let used = 0;
  for await (let chunk of body) {
    while (chunk.byteLength > 0) {
      const taken = chunk.subarray(0, size - used);
      part.set(taken, used);
      used += taken.byteLength;
      chunk = chunk.subarray(taken.byteLength);
      if (used < size) continue;
      yield part;
      part = new Uint8Array(size);
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}

async function reachBucket<T>(
  bucket: string,
  withinMs: number,
  work: (inTime: InTime) => Promise<T>,
): Promise<T> {
  try {
    return await reachWithin(withinMs, work);
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error;
    const { cause } = error;
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    const isRefused = status === 401 || status === 403;
    const isFull = status === 507 ||
      cause instanceof S3ServiceException && /quota/i.test(cause.name);
    throw new BackupFailed(
      isRefused ? "unwritable" : isFull ? "full" : "away",
      `the bucket ${bucket} ${
        isRefused ? "refuses the access key" : "doesn't answer as it should"
      }`,
      { cause },
    );
  }
}
