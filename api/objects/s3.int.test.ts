import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseEnvironment } from "../config/env.ts";
import { bucketForTest, hasBucket } from "../testing/s3-server.ts";
import { uploadKey } from "./keys.ts";
import { describeObjectStore } from "./object-store.contract.ts";
import { ObjectsUnavailable, readAll } from "./object-store.ts";
import { createS3Store } from "./s3.ts";

async function openS3(changes: Readonly<Record<string, string>> = {}) {
  const { s3 } = parseEnvironment({ ...await bucketForTest(), ...changes }, () => "");
  if (s3 === undefined) throw new Error("No bucket is configured");
  return createS3Store(s3);
}

/** Uploads like a browser, with only the address and the file. */
async function send(address: string, bytes: Uint8Array): Promise<void> {
  const body = new Uint8Array(bytes);
  const answer = await fetch(address, { method: "PUT", body });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`Refused with ${answer.status}`);
}

describe.skipIf(!hasBucket)("an S3-compatible server", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  describeObjectStore("a bucket", async () => ({ store: await openS3(), send }));

  it("refuses an upload address after ten minutes", async () => {
    const store = await openS3();
    const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 11 * 60 * 1000 });
    const address = await store.uploadAddress(key);
    vi.useRealTimers();
    await expect(send(address, new Uint8Array(1))).rejects.toThrow("403");
    expect(await store.read(key)).toBeUndefined();
  });

  it("isn't read past a limit", async () => {
    const store = await openS3();
    const key = uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
    await send(await store.uploadAddress(key), new Uint8Array(3_000_000));
    const found = await store.read(key);
    await expect(readAll(found?.body ?? new Blob().stream(), 1_000_000)).rejects.toThrow();
    await store.remove([key]);
  });

  it("reports that it is unavailable, without the cause", async () => {
    const store = await openS3({ S3_ENDPOINT: "http://127.0.0.1:1" });
    await expect(store.put("pictures/a/b.webp", new Uint8Array(1))).rejects.toThrow(
      ObjectsUnavailable,
    );
  });
});
