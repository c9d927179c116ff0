import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import {
  type ObjectStore,
  ObjectsUnavailable,
  Unwanted,
  uploadLifetimeMs,
} from "./object-store.ts";
import { createS3Client, type InTime, reachWithin } from "./s3-client.ts";
import type { S3Settings } from "./settings.ts";

/** Time limit of a call with its retries. Short, because someone waits for it. */
const answerWithinMs = 20_000;
const keysPerCall = 1000;

/**
 * Objects in an S3-compatible bucket. Browsers upload to it directly, so it has to allow PUT from
 * the product's origin (CORS) and be reachable for them.
 */
export function createS3Store(settings: S3Settings, withinMs = answerWithinMs): ObjectStore {
  const { bucket } = settings;
  const reach = <T>(work: (inTime: InTime) => Promise<T>) => reachWithin(withinMs, work);
  const client = createS3Client(settings, settings.endpoint);
  // Browsers may reach the server under another name, which the signature covers.
  const publicClient = createS3Client(settings, settings.publicEndpoint);
  const publicPrefix = `${settings.publicEndpoint}/${encodeURIComponent(bucket)}/`;
  // Behind a proxy, the server may share the product's origin. Addresses then have no origin.
  const prefixes = [publicPrefix, new URL(publicPrefix).pathname];

  return {
    uploadAddress: (key) =>
      reach(() =>
        getSignedUrl(publicClient, new PutObjectCommand({ Bucket: bucket, Key: key }), {
          expiresIn: uploadLifetimeMs / 1000,
        })
      ),
    keyOf(uploadAddress) {
      const [address = ""] = uploadAddress.split("?");
      const prefix = prefixes.find((prefix) => address.startsWith(prefix));
      return prefix && address.slice(prefix.length);
    },
    async put(key, bytes, isWanted = async () => true) {
      await reach((inTime) =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }), inTime)
      );
      // A bucket doesn't list unfinished objects for an erasure, so the writer checks afterwards.
      const wanted = await isWanted().catch(async (error) => {
        await this.remove([key]);
        throw error;
      });
      if (wanted) return;
      await this.remove([key]);
      throw new Unwanted("Its owner was erased");
    },
    read: (key) =>
      reach(async (inTime) => {
        try {
          const command = new GetObjectCommand({ Bucket: bucket, Key: key });
          const found = await client.send(command, inTime);
          if (found.Body === undefined) return undefined;
          const body: ReadableStream<Uint8Array> = found.Body.transformToWebStream();
          return { sizeBytes: found.ContentLength ?? 0, body };
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),
    remove: (keys) =>
      reach(async (inTime) => {
        for (let first = 0; first < keys.length; first += keysPerCall) {
          const objects = keys.slice(first, first + keysPerCall).map((Key) => ({ Key }));
          const { Errors: errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
            inTime,
          );
          if (errors.length > 0) {
            throw new ObjectsUnavailable(`An object was not removed: ${errors[0]?.Code}`);
          }
        }
      }),
    async *list(prefix) {
      let next: string | undefined;
      do {
        const page = await reach((inTime) =>
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
            inTime,
          )
        );
        for (const { Key: key, LastModified: writtenAt } of page.Contents ?? []) {
          if (key !== undefined && writtenAt !== undefined) yield { key, writtenAt };
        }
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
    async removeAll(prefix) {
      const keys: string[] = [];
      for await (const { key } of this.list(prefix)) keys.push(key);
      await this.remove(keys);
    },
    // A single PUT leaves nothing unfinished.
    async tidy() {},
  };
}
