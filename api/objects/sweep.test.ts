import { describe, expect, it } from "vitest";
import { appForTest } from "../testing/app-for-test.ts";
import { anImage, havePicture, upload } from "../testing/pictures.ts";
import type { ObjectStore } from "./object-store.ts";

const hour = 60 * 60 * 1000;

async function keysIn({ list }: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ["pictures/", "uploads/"]) {
    for await (const { key } of list(prefix)) keys.push(key);
  }
  return keys;
}

const causeOf = (id: string) => ({ actorId: id, correlationId: id, causationId: id });

describe("sweeping", () => {
  it("removes uploads that nobody made use of, after a while", async () => {
    let at = Date.now();
    const { member, objects, sweep } = await appForTest({ now: () => new Date(at) });
    await upload(await member(), await anImage());
    await sweep();
    expect(await keysIn(objects)).toHaveLength(1);
    at += 2 * hour;
    await sweep();
    expect(await keysIn(objects)).toEqual([]);
  });

  it("leaves pictures that someone has, and removes those that nobody has", async () => {
    let at = Date.now();
    const { member, objects, sweep } = await appForTest({ now: () => new Date(at) });
    const jane = await member();
    const path = await havePicture(jane);
    // As a crash leaves it: put, but not yet named by an event.
    await objects.put(`pictures/${jane.memberId}/left-behind.webp`, new Uint8Array(1));
    await objects.put("pictures/0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01/x.pdf", new Uint8Array(1));
    await sweep();
    expect(await keysIn(objects)).toHaveLength(4);
    at += 2 * hour;
    await sweep();
    expect((await keysIn(objects)).sort()).toEqual(
      [path.replace(".webp", ".small.webp"), path].map((path) => path.slice("/objects/".length)),
    );
    expect((await jane.get(path)).status).toBe(200);
  });
});

describe("erasing a member", () => {
  it("removes everything they uploaded, and nothing of others", async () => {
    const { member, objects } = await appForTest();
    const [jane, john] = [await member(), await member()];
    await havePicture(jane);
    await upload(jane, await anImage());
    const johns = await havePicture(john);
    expect((await jane.delete("/api/account")).status).toBe(204);
    expect((await keysIn(objects)).join()).not.toContain(jane.memberId);
    expect((await john.get(johns)).status).toBe(200);
  });

  it("is finished after a crash between the event and the rest", async () => {
    const { member, members, objects, follow } = await appForTest();
    const jane = await member();
    await havePicture(jane);
    await members.execute(jane.memberId, { type: "Erase" }, causeOf(jane.memberId));
    expect(await keysIn(objects)).toHaveLength(2);
    await follow();
    expect(await keysIn(objects)).toEqual([]);
  });

  it("is finished after a crash between the key and the pictures", async () => {
    const app = await appForTest();
    const jane = await app.member();
    await havePicture(jane);
    await app.members.execute(jane.memberId, { type: "Erase" }, causeOf(jane.memberId));
    await app.vault.forget(jane.memberId);
    await app.sweep();
    expect(await keysIn(app.objects)).toEqual([]);
  });

  it("is finished by whoever follows it, when it failed between the event and the files", async () => {
    const app = await appForTest();
    const jane = await app.member();
    await havePicture(jane);
    await app.follow();
    await app.members.execute(jane.memberId, { type: "Erase" }, causeOf(jane.memberId));
    // Emptied also when a step before it fails.
    await app.vault.forget(jane.memberId);
    await app.follow();
    expect(await keysIn(app.objects)).toEqual([]);
  });
});
