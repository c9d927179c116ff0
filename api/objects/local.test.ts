import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { streamOf } from "../testing/stream-of.ts";
import { uploadKey } from "./keys.ts";
import { createLocalStore } from "./local.ts";
import { describeObjectStore } from "./object-store.contract.ts";
import { maxUploadBytes, ObjectsUnavailable } from "./object-store.ts";

const anUpload = () => uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const bodyOf = (...chunks: readonly Uint8Array[]) => streamOf(chunks);

async function openLocal() {
  const folder = await mkdtemp(join(tmpdir(), "alumni-objects-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createLocalStore({ folder, secret: new Uint8Array(32), now: () => new Date() });
  const send = async (address: string, body: ReadableStream<Uint8Array>, declared?: number) =>
    await store.receive?.(address, body, declared);
  /** Every file below the folder. */
  const files = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { folder, store, send, files };
}

describeObjectStore("a folder", async () => {
  const { store, send } = await openLocal();
  return { store, send: (address, bytes) => send(address, bodyOf(bytes)) };
});

describe("an upload address of a folder", () => {
  it("works for one upload", async () => {
    const { store, send } = await openLocal();
    const key = anUpload();
    const address = await store.uploadAddress(key);
    await send(address, bodyOf(bytesOf("one")));
    await expect(send(address, bodyOf(bytesOf("two")))).rejects.toThrow("used");
    await store.remove([key]);
    await expect(send(address, bodyOf(bytesOf("three")))).rejects.toThrow("used");
    expect(await store.read(key)).toBeUndefined();
  });

  it("accepts one of two parallel uploads", async () => {
    const { store, send } = await openLocal();
    const address = await store.uploadAddress(anUpload());
    const sent = await Promise.allSettled(
      ["one", "two", "three"].map((text) => send(address, bodyOf(bytesOf(text)))),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("accepts at most 10 MB, for any declared length", async () => {
    const { store, send, files } = await openLocal();
    const half = new Uint8Array(maxUploadBytes / 2);
    await send(await store.uploadAddress(anUpload()), bodyOf(half, half));
    expect(await files()).toHaveLength(2);
    const next = await store.uploadAddress(anUpload());
    await expect(send(next, bodyOf(half, half, bytesOf("x")), 10)).rejects.toThrow("too-large");
    await expect(send(next, bodyOf(half), maxUploadBytes + 1)).rejects.toThrow("too-large");
    expect(await files()).toHaveLength(2);
    await send(next, bodyOf(bytesOf("small enough")));
  });

  it("stores nothing of an upload that breaks off, which can be retried", async () => {
    const { store, send, files } = await openLocal();
    const key = anUpload();
    const address = await store.uploadAddress(key);
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf("half of")),
      pull: (controller) => controller.error(new Error("connection reset")),
    });
    await expect(send(address, broken)).rejects.toThrow("broken-off");
    expect(await store.read(key)).toBeUndefined();
    expect(await files()).toEqual([]);
    await send(address, bodyOf(bytesOf("all of it")));
    expect((await store.read(key))?.sizeBytes).toBe(9);
  });

  it("refuses an empty file", async () => {
    const { store, send } = await openLocal();
    await expect(send(await store.uploadAddress(anUpload()), bodyOf())).rejects.toThrow("empty");
  });
});

describe("a folder of objects", () => {
  it("accepts no key that leads out of it", async () => {
    const { store } = await openLocal();
    for (const key of ["../x", "pictures/../../x", "/etc/passwd", "pictures//x", "pictures/.x"]) {
      await expect(store.read(key)).rejects.toThrow("no key");
      expect(store.keyOf(`/objects/${key}`)).toBeUndefined();
    }
  });

  it("removes files left unfinished before a given time", async () => {
    const { store, send, files } = await openLocal();
    await send(await store.uploadAddress(anUpload()), bodyOf(bytesOf("x")));
    await store.tidy(new Date(Date.now() - 60_000));
    expect(await files()).toHaveLength(2);
    await store.tidy(new Date(Date.now() + 60_000));
    expect(await files()).toHaveLength(1);
  });

  it("is readable only by its owner, and removes a member's folder with the last file", async () => {
    const { folder, store } = await openLocal();
    const key = `pictures/${randomUUID()}/a.webp`;
    await store.put(key, bytesOf("x"));
    expect((await stat(join(folder, key))).mode & 0o077).toBe(0);
    await store.remove([key]);
    expect(await readdir(join(folder, "pictures"))).toEqual([]);
  });

  it("reports that it can't be used, without the cause", async () => {
    const store = createLocalStore({
      folder: "/proc/nowhere",
      secret: new Uint8Array(32),
      now: () => new Date(),
    });
    await expect(store.put("pictures/a/b.webp", bytesOf("x"))).rejects.toThrow(ObjectsUnavailable);
  });
});
