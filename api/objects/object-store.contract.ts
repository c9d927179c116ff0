import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pictureKey, uploadKey } from "./keys.ts";
import { type ObjectStore, readAll, Unwanted } from "./object-store.ts";

/** A store, and a function that uploads a file to one of its addresses like a browser. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  send(uploadAddress: string, bytes: Uint8Array): Promise<void>;
}

const megabyte = 1024 * 1024;

/** Tests that every store passes. Ignores other objects in the store. */
export function describeObjectStore(name: string, open: () => Promise<StoreUnderTest>): void {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const aKey = (memberId: string = randomUUID()) =>
    pictureKey({ memberId, pictureId: randomUUID(), form: "webp" });
  const read = async (store: ObjectStore, key: string) => {
    const found = await store.read(key);
    return found && { sizeBytes: found.sizeBytes, bytes: await readAll(found.body, megabyte) };
  };
  const list = async (store: ObjectStore, prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    return keys.sort();
  };

  describe(`objects in ${name}`, () => {
    it("are read unchanged", async () => {
      const { store } = await open();
      const key = aKey();
      const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
      await store.put(key, bytes);
      expect(await read(store, key)).toEqual({ sizeBytes: bytes.length, bytes });
    });

    it("are replaced by later objects of the same key", async () => {
      const { store } = await open();
      const key = aKey();
      await store.put(key, bytesOf("the first"));
      await store.put(key, bytesOf("later"));
      expect(await read(store, key)).toEqual({ sizeBytes: 5, bytes: bytesOf("later") });
    });

    it("of one prefix are removed together, and no others", async () => {
      const { store } = await open();
      const memberId = randomUUID();
      const [one, two, other] = [aKey(memberId), aKey(memberId), aKey()];
      for (const key of [one, two, other]) await store.put(key, bytesOf("a picture"));
      await store.removeAll(`pictures/${memberId}/`);
      await store.removeAll(`pictures/${memberId}/`);
      expect(await list(store, `pictures/${memberId}/`)).toEqual([]);
      expect(await read(store, other)).toBeDefined();
    });

    it("aren't stored if they are no longer wanted", async () => {
      const { store } = await open();
      const key = aKey();
      await expect(store.put(key, bytesOf("x"), async () => false)).rejects.toThrow(Unwanted);
      await expect(
        store.put(key, bytesOf("x"), () => Promise.reject(new Error("The log is away"))),
      ).rejects.toThrow("The log is away");
      expect(await store.read(key)).toBeUndefined();
    });

    it("don't exist if their prefix is removed while they are stored", async () => {
      const { store } = await open();
      const memberId = randomUUID();
      const key = aKey(memberId);
      // The object is wanted at the check, and not a moment later.
      const isWanted = async () => {
        await store.removeAll(`pictures/${memberId}/`);
        return true;
      };
      await store.put(key, bytesOf("x"), isWanted).catch((error) => {
        if (!(error instanceof Unwanted)) throw error;
      });
      expect(await store.read(key)).toBeUndefined();
    });

    it("are undefined if they don't exist", async () => {
      const { store } = await open();
      expect(await store.read(aKey())).toBeUndefined();
    });

    it("can be removed twice", async () => {
      const { store } = await open();
      const [gone, kept] = [aKey(), aKey()];
      await store.put(gone, bytesOf("gone"));
      await store.put(kept, bytesOf("kept"));
      await store.remove([gone, aKey()]);
      await store.remove([gone]);
      await store.remove([]);
      expect(await store.read(gone)).toBeUndefined();
      expect((await read(store, kept))?.bytes).toEqual(bytesOf("kept"));
    });

    it("are listed by prefix, with the time of writing", async () => {
      const { store } = await open();
      const memberId = randomUUID();
      const keys = [aKey(memberId), aKey(memberId)].sort();
      for (const key of keys) await store.put(key, bytesOf(key));
      await store.put(aKey(), bytesOf("of someone else"));
      const prefix = `pictures/${memberId}/`;
      expect(await list(store, prefix)).toEqual(keys);
      for await (const { writtenAt } of store.list(prefix)) {
        expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
      }
      expect(await list(store, `pictures/${randomUUID()}/`)).toEqual([]);
    });

    it("can be closed before they are read to their end", async () => {
      const { store } = await open();
      const key = aKey();
      await store.put(key, new Uint8Array(megabyte));
      await (await store.read(key))?.body.cancel();
      expect((await read(store, key))?.sizeBytes).toBe(megabyte);
    });
  });

  describe(`uploads to ${name}`, () => {
    const anUpload = () => uploadKey({ memberId: randomUUID(), uploadId: randomUUID() });

    it("arrive under the key that their address was made for", async () => {
      const { store, send } = await open();
      const key = anUpload();
      expect(await store.read(key)).toBeUndefined();
      await send(await store.uploadAddress(key), bytesOf("a picture"));
      expect((await read(store, key))?.bytes).toEqual(bytesOf("a picture"));
      await store.remove([key]);
    });

    it("are found by their address, with or without its query", async () => {
      const { store } = await open();
      const key = anUpload();
      const address = await store.uploadAddress(key);
      expect(store.keyOf(address)).toBe(key);
      expect(store.keyOf(address.split("?")[0] ?? "")).toBe(key);
      expect(store.keyOf(new URL(address, "https://alumni.example.edu").pathname)).toBe(key);
      expect(store.keyOf("https://elsewhere.example/a/b")).toBeUndefined();
      expect(store.keyOf("")).toBeUndefined();
    });

    it("are refused under an address that was made for another key", async () => {
      const { store, send } = await open();
      const [mine, other] = [anUpload(), anUpload()];
      const forged = (await store.uploadAddress(mine)).replace(mine, other);
      await expect(send(forged, bytesOf("x"))).rejects.toThrow();
      expect(await store.read(other)).toBeUndefined();
    });

    it("are refused without their signature", async () => {
      const { store, send } = await open();
      const key = anUpload();
      const address = (await store.uploadAddress(key)).replace(/ignature=[^&]+/, "ignature=0");
      await expect(send(address, bytesOf("x"))).rejects.toThrow();
      expect(await store.read(key)).toBeUndefined();
    });
  });
}
