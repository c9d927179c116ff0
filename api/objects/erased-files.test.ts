import { describe, expect, it } from "vitest";
import { appForTest, appWithMember } from "../testing/app-for-test.ts";
import { anImage, havePicture, keysIn, upload } from "../testing/pictures.ts";
import { ObjectsUnavailable } from "./object-store.ts";

/** A gate that blocks work until it is opened. */
function aGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const pass = () => {
    reach();
    return opened;
  };
  return { pass, reached, open };
}

describe("erasing a member's files", () => {
  it("removes a picture that was being saved, even if its process ends then", async () => {
    const gate = aGate();
    const { promise: isPut, resolve: hasPut } = Promise.withResolvers<void>();
    const { member, objects } = await appForTest({
      watchObjects: (store) => ({
        ...store,
        async put(...put) {
          await gate.pass();
          await store.put(...put).then(hasPut, hasPut);
          // The process ends here.
          await new Promise(() => {});
        },
      }),
    });
    const jane = await member();
    const uploadURL = await upload(jane, await anImage());
    void jane.put("/api/profile-images", { profileImageURL: uploadURL });
    await gate.reached;
    expect((await jane.delete("/api/account")).status).toBe(204);
    gate.open();
    await isPut;
    expect(await keysIn(objects)).toEqual([]);
  });

  it("removes a picture that was started before and stored afterwards", async () => {
    const gate = aGate();
    const { member, objects } = await appForTest({
      watchObjects: (store) => ({
        ...store,
        put: (key, bytes, isWanted) =>
          store.put(key, bytes, async () => {
            const answer = await isWanted?.() ?? true;
            await gate.pass();
            return answer;
          }),
      }),
    });
    const jane = await member();
    const uploadURL = await upload(jane, await anImage());
    const saving = jane.put("/api/profile-images", { profileImageURL: uploadURL });
    await gate.reached;
    expect((await jane.delete("/api/account")).status).toBe(204);
    gate.open();
    expect((await saving).status).toBe(404);
    expect(await keysIn(objects)).toEqual([]);
  });

  it("removes an upload that was on its way", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    const gate = aGate();
    const image = await anImage();
    const slowly = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await gate.pass();
        controller.enqueue(image);
        controller.close();
      },
    }, { highWaterMark: 0 });
    const sending = jane.sendFile(uploadURL, slowly);
    await gate.reached;
    expect((await jane.delete("/api/account")).status).toBe(204);
    gate.open();
    expect((await sending).status).toBe(403);
    expect(await keysIn(objects)).toEqual([]);
  });

  it("refuses an upload to an address from before", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    const { uploadURL } = await (await jane.post("/api/objects/upload")).json();
    expect((await jane.delete("/api/account")).status).toBe(204);
    const answer = await jane.sendFile(uploadURL, await anImage());
    expect([answer.status, await answer.json()]).toEqual([403, {
      message: "This upload has expired. Start again.",
    }]);
    expect(await keysIn(objects)).toEqual([]);
  });

  it("removes the files as soon as the store is available", async () => {
    let isAway = false;
    const { member, objects, removeErased, logged } = await appForTest({
      watchObjects: (store) => ({
        ...store,
        removeAll: (prefix) =>
          isAway ? Promise.reject(new ObjectsUnavailable("away")) : store.removeAll(prefix),
      }),
    });
    const jane = await member();
    await havePicture(jane);
    isAway = true;
    expect((await jane.delete("/api/account")).status).toBe(204);
    expect(logged.map(({ event }) => event)).toContain(
      "removing an erased member's files failed; will try again",
    );
    await expect(removeErased()).rejects.toThrow(ObjectsUnavailable);
    expect(await keysIn(objects)).toHaveLength(2);
    isAway = false;
    await removeErased();
    expect(await keysIn(objects)).toEqual([]);
  });

  it("removes files sent to a bucket since, as long as an address was valid", async () => {
    let at = Date.now();
    const { app: { objects, removeErased }, member: jane } = await appWithMember({
      now: () => new Date(at),
      // A bucket accepts uploads by itself.
      watchObjects: ({ receive: _, ...store }) => store,
    });
    expect((await jane.delete("/api/account")).status).toBe(204);
    for (const minutes of [0, 5, 5]) {
      at += minutes * 60_000;
      await objects.put(`uploads/${jane.memberId}/${crypto.randomUUID()}`, new Uint8Array(1));
      await removeErased();
      expect(await keysIn(objects)).toEqual([]);
    }
    at += 2 * 60_000;
    await removeErased();
    await objects.put(`uploads/${jane.memberId}/${crypto.randomUUID()}`, new Uint8Array(1));
    await removeErased();
    // All addresses have expired, so this file isn't searched for anymore.
    expect(await keysIn(objects)).toHaveLength(1);
  });

  it("leaves files of a failed process to the next sweep", async () => {
    const { app: { objects, sweep }, member: jane } = await appWithMember();
    const [gone, someone] = [jane.memberId, crypto.randomUUID()];
    expect((await jane.delete("/api/account")).status).toBe(204);
    await objects.put(`pictures/${gone}/x.webp`, new Uint8Array(1));
    await objects.put(`uploads/${gone}/${crypto.randomUUID()}`, new Uint8Array(1));
    // An unknown member may have registered at another node.
    await objects.put(`pictures/${someone}/x.webp`, new Uint8Array(1));
    await sweep();
    expect(await keysIn(objects)).toEqual([`pictures/${someone}/x.webp`]);
  });
});

const uploadOf = (address: string) => new URL(address).pathname.slice("/objects/".length);

describe("unused uploads of a member", () => {
  it("are three at most: starting a fourth removes the oldest", async () => {
    const { member, objects } = await appForTest();
    const [jane, john] = [await member(), await member()];
    const johns = await upload(john, await anImage());
    const addresses: string[] = [];
    for (let number = 1; number <= 3; number++) addresses.push(await upload(jane, await anImage()));
    const waiting = async () =>
      (await Array.fromAsync(objects.list("uploads/"))).map(({ key }) => key).toSorted();
    expect(await waiting()).toEqual([johns, ...addresses].map(uploadOf).toSorted());
    await jane.post("/api/objects/upload");
    const [oldest = "", ...newer] = addresses;
    expect(await waiting()).toEqual([johns, ...newer].map(uploadOf).toSorted());
    expect((await jane.put("/api/profile-images", { profileImageURL: oldest })).status).toBe(404);
  });

  it("are three at most, even if all addresses were made before", async () => {
    const { app: { objects }, member: jane } = await appWithMember();
    const addresses: string[] = [];
    for (let number = 1; number <= 6; number++) {
      addresses.push((await (await jane.post("/api/objects/upload")).json()).uploadURL);
    }
    const image = await anImage();
    await Promise.all(addresses.map((address) => jane.sendFile(address, image)));
    expect(await Array.fromAsync(objects.list("uploads/"))).toHaveLength(3);
  });

  it("are three at most after a sweep, if browsers send them to a bucket", async () => {
    const { app: { objects, sweep }, member: jane } = await appWithMember();
    for (let number = 1; number <= 5; number++) {
      await objects.put(`uploads/${jane.memberId}/${crypto.randomUUID()}`, new Uint8Array(1));
    }
    await sweep();
    expect(await Array.fromAsync(objects.list("uploads/"))).toHaveLength(3);
  });
});
