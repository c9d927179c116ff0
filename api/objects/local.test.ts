import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { uploadKey } from "./keys.ts";
import { createLocalStore } from "./local.ts";
import { describeObjectStore } from "./object-store.contract.ts";
import {
  type IsWanted,
  maxUploadBytes,
  ObjectsUnavailable,
  UploadRefused,
} from "./object-store.ts";

const anUpload = () => uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const streamOf = (...chunks: readonly Uint8Array[]) => ReadableStream.from(chunks);

async function openLocal(now = () => new Date()) {
  const folder = await mkdtemp(join(tmpdir(), "alumni-objects-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createLocalStore({ folder, secret: new Uint8Array(32), now });
  const send = async (
    address: string,
    body: ReadableStream<Uint8Array>,
    declared?: number,
    isWanted?: IsWanted,
  ) => await store.receive?.(address, body, declared, isWanted);
  /** Every file below the folder. */
  const files = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    return names.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { folder, store, send, files };
}

describeObjectStore("a folder", async () => {
  const { store, send } = await openLocal();
  return { store, send: (address, bytes) => send(address, streamOf(bytes)) };
});

describe("an upload address of a folder", () => {
  it("is good for one upload", async () => {
    const { store, send } = await openLocal();
    const key = anUpload();
    const address = await store.uploadAddress(key);
    await send(address, streamOf(bytesOf("one")));
    await expect(send(address, streamOf(bytesOf("two")))).rejects.toThrow("used");
    await store.remove([key]);
    await expect(send(address, streamOf(bytesOf("three")))).rejects.toThrow("used");
    expect(await store.read(key)).toBeUndefined();
  });

  it("takes one of two that are sent at once", async () => {
    const { store, send } = await openLocal();
    const address = await store.uploadAddress(anUpload());
    const sent = await Promise.allSettled(
      ["one", "two", "three"].map((text) => send(address, streamOf(bytesOf(text)))),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("ends after ten minutes", async () => {
    let at = Date.parse("2026-11-20T12:00:00Z");
    const { store, send } = await openLocal(() => new Date(at));
    const address = await store.uploadAddress(anUpload());
    at += 10 * 60 * 1000 + 1;
    await expect(send(address, streamOf(bytesOf("late")))).rejects.toThrow("expired");
    const later = address.replace(/expires=\d+/, `expires=${at + 1000}`);
    await expect(send(later, streamOf(bytesOf("late")))).rejects.toThrow("forged");
  });

  it("takes 10 MB and not a byte more, whatever is said of the length", async () => {
    const { store, send, files } = await openLocal();
    const half = new Uint8Array(maxUploadBytes / 2);
    await send(await store.uploadAddress(anUpload()), streamOf(half, half));
    expect(await files()).toHaveLength(2);
    const next = await store.uploadAddress(anUpload());
    await expect(send(next, streamOf(half, half, bytesOf("x")), 10)).rejects.toThrow("too-large");
    await expect(send(next, streamOf(half), maxUploadBytes + 1)).rejects.toThrow("too-large");
    expect(await files()).toHaveLength(2);
    await send(next, streamOf(bytesOf("small enough")));
  });

  it("stops reading once there is too much", async () => {
    const { store, send } = await openLocal();
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    await expect(send(await store.uploadAddress(anUpload()), endless)).rejects.toThrow(
      UploadRefused,
    );
    expect(read).toBeLessThan(maxUploadBytes + 3 * 1024 * 1024);
  });

  it("keeps nothing of an upload that breaks off, which can be tried again", async () => {
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
    await send(address, streamOf(bytesOf("all of it")));
    expect((await store.read(key))?.sizeBytes).toBe(9);
  });

  it("takes nothing that no one wants anymore, and leaves no trace of it", async () => {
    const { folder, store, send } = await openLocal();
    const key = anUpload();
    const prefix = key.slice(0, key.lastIndexOf("/") + 1);
    const address = await store.uploadAddress(key);
    let isWanted = false;
    await expect(send(address, streamOf(bytesOf("x")), 1, async () => isWanted))
      .rejects.toThrow("expired");
    isWanted = true;
    const removedMeanwhile = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await store.removeAll(prefix);
        controller.enqueue(bytesOf("x"));
        controller.close();
      },
    }, { highWaterMark: 0 });
    await expect(send(address, removedMeanwhile, 1, async () => isWanted))
      .rejects.toThrow("expired");
    const unwantedMeanwhile = new ReadableStream<Uint8Array>({
      pull(controller) {
        isWanted = false;
        controller.enqueue(bytesOf("x"));
        controller.close();
      },
    }, { highWaterMark: 0 });
    const another = `${prefix}${randomUUID()}`;
    await expect(
      send(await store.uploadAddress(another), unwantedMeanwhile, 1, async () => isWanted),
    )
      .rejects.toThrow("expired");
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((name) => name.includes(prefix.split("/")[1] ?? ""))).toEqual([]);
  });

  it("refuses an empty file", async () => {
    const { store, send } = await openLocal();
    await expect(send(await store.uploadAddress(anUpload()), streamOf())).rejects.toThrow("empty");
  });
});

describe("a folder of objects", () => {
  it("knows no key that leads out of it", async () => {
    const { store } = await openLocal();
    for (const key of ["../x", "pictures/../../x", "/etc/passwd", "pictures//x", "pictures/.x"]) {
      await expect(store.read(key)).rejects.toThrow("no key");
      expect(store.keyOf(`/objects/${key}`)).toBeUndefined();
    }
  });

  it("loses what was left unfinished before a moment", async () => {
    const { store, send, files } = await openLocal();
    await send(await store.uploadAddress(anUpload()), streamOf(bytesOf("x")));
    await store.tidy(new Date(Date.now() - 60_000));
    expect(await files()).toHaveLength(2);
    await store.tidy(new Date(Date.now() + 60_000));
    expect(await files()).toHaveLength(1);
  });

  it("is its owner's alone, and loses a member's folder with the last file", async () => {
    const { folder, store } = await openLocal();
    const key = `pictures/${randomUUID()}/a.webp`;
    await store.put(key, bytesOf("x"));
    expect((await stat(join(folder, key))).mode & 0o077).toBe(0);
    await store.remove([key]);
    expect(await readdir(join(folder, "pictures"))).toEqual([]);
  });

  it("says that it cannot be used, rather than how", async () => {
    const store = createLocalStore({
      folder: "/proc/nowhere",
      secret: new Uint8Array(32),
      now: () => new Date(),
    });
    await expect(store.put("pictures/a/b.webp", bytesOf("x"))).rejects.toThrow(ObjectsUnavailable);
  });
});
