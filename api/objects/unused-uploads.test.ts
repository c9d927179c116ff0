import { describe, expect, it } from "vitest";
import { appForTest } from "../testing/app-for-test.ts";
import { anImage, upload } from "../testing/pictures.ts";

const uploadOf = (address: string) => new URL(address).pathname.slice("/objects/".length);

describe("uploads that a member makes no use of", () => {
  it("are three at most: the oldest goes as a fourth is begun", async () => {
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

  it("are three at most, though all addresses were made before", async () => {
    const { member, objects } = await appForTest();
    const jane = await member();
    const addresses: string[] = [];
    for (let number = 1; number <= 6; number++) {
      addresses.push((await (await jane.post("/api/objects/upload")).json()).uploadURL);
    }
    const image = await anImage();
    await Promise.all(addresses.map((address) => jane.sendFile(address, image)));
    expect(await Array.fromAsync(objects.list("uploads/"))).toHaveLength(3);
  });

  it("are three at most after a sweep, where browsers send them to a bucket", async () => {
    const { member, objects, sweep } = await appForTest();
    const jane = await member();
    for (let number = 1; number <= 5; number++) {
      await objects.put(`uploads/${jane.memberId}/${crypto.randomUUID()}`, new Uint8Array(1));
    }
    await sweep();
    expect(await Array.fromAsync(objects.list("uploads/"))).toHaveLength(3);
  });
});
