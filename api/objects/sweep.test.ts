import { describe, expect, it } from "vitest";
import { appForTest } from "../testing/app-for-test.ts";
import { anImage, havePicture, keysIn, upload } from "../testing/pictures.ts";
import { isForeignStore } from "./mark.ts";
import { type ObjectStore, readAll } from "./object-store.ts";

const hour = 60 * 60 * 1000;

async function bytesAt(objects: ObjectStore, key: string): Promise<Uint8Array> {
  const found = await objects.read(key);
  return await readAll(found?.body ?? new ReadableStream(), 1_000_000);
}

/** An app with a clock that tests can move. */
async function appWithClock() {
  let at = Date.now();
  const app = await appForTest({ now: () => new Date(at) });
  return { ...app, pass: (ms: number) => void (at += ms) };
}

type App = Awaited<ReturnType<typeof appForTest>>;

describe("sweeping", () => {
  it("removes unused uploads after a while", async () => {
    const { member, objects, sweep, pass } = await appWithClock();
    await upload(await member(), await anImage());
    await sweep();
    expect(await keysIn(objects)).toHaveLength(1);
    pass(2 * hour);
    await sweep();
    expect(await keysIn(objects)).toEqual([]);
  });

  it("keeps members' pictures, and removes unused ones", async () => {
    const { member, objects, sweep, pass } = await appWithClock();
    const jane = await member();
    const path = await havePicture(jane);
    // Stored but not named by an event, as after a crash.
    await objects.put(`pictures/${jane.memberId}/left-behind.webp`, new Uint8Array(1));
    await objects.put("pictures/0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01/x.webp", new Uint8Array(1));
    await sweep();
    expect(await keysIn(objects)).toHaveLength(4);
    pass(2 * hour);
    await sweep();
    expect((await keysIn(objects)).sort()).toEqual(
      [path.replace(".webp", ".small.webp"), path].map((path) => path.slice("/objects/".length)),
    );
    expect((await jane.get(path)).status).toBe(200);
  });

  it("keeps removed pictures for a week, and restores those that a member has after all", async () => {
    const app = await appWithClock();
    const jane = await app.member();
    const key = (await havePicture(jane)).slice("/objects/".length);
    const left = `pictures/${jane.memberId}/left-behind.webp`;
    await app.objects.put(left, new Uint8Array(1));
    app.pass(2 * hour);
    await app.sweep();
    expect(await keysIn(app.objects, ["trash/"])).toEqual([`trash/${left}`]);
    // As if swept by a node whose log lacked the event.
    await app.objects.put(`trash/${key}`, await bytesAt(app.objects, key));
    await app.objects.remove([key]);
    await app.sweep();
    expect((await jane.get(`/objects/${key}`)).status).toBe(200);
    expect(await keysIn(app.objects, ["trash/"])).toEqual([`trash/${left}`]);
    app.pass(8 * 24 * hour);
    await app.sweep();
    expect(await keysIn(app.objects, ["trash/"])).toEqual([]);
  });

  it("removes nothing if many pictures seem unused, and logs it", async () => {
    const { objects, sweep, logged, pass } = await appWithClock();
    for (let number = 0; number < 5; number++) {
      await objects.put(`pictures/${crypto.randomUUID()}/x.webp`, new Uint8Array(1));
    }
    pass(2 * hour);
    await sweep();
    expect(await keysIn(objects)).toHaveLength(5);
    expect(logged.at(-1)).toMatchObject({ level: "warning", pictures: 5, of: 5 });
  });

  it("removes nothing of a member whose data can't be read", async () => {
    const app = await appWithClock();
    const jane = await app.member();
    await havePicture(jane);
    await app.database.write([{ sql: "DELETE FROM members" }]);
    app.pass(2 * hour);
    await app.sweep();
    expect(await keysIn(app.objects)).toHaveLength(2);
  });

  it("does nothing in another installation's store", async () => {
    const app = await appWithClock();
    await app.objects.put(
      "pictures/0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01/x.webp",
      new Uint8Array(1),
    );
    await app.objects.put("installation/id", new TextEncoder().encode("another\n"));
    app.pass(2 * hour);
    await app.sweep();
    expect(await keysIn(app.objects)).toHaveLength(1);
    expect(await isForeignStore(app.objects, "this one")).toBe(true);
  });
});

describe("erasing a member", () => {
  it("removes all their uploads, and nothing of others", async () => {
    const { member, objects } = await appForTest();
    const [jane, john] = [await member(), await member()];
    await havePicture(jane);
    await upload(jane, await anImage());
    await objects.put(`trash/pictures/${jane.memberId}/x.webp`, new Uint8Array(1));
    const johns = await havePicture(john);
    expect((await jane.delete("/api/account")).status).toBe(204);
    const left = await keysIn(objects, ["pictures/", "uploads/", "trash/"]);
    expect(left.join()).not.toContain(jane.memberId);
    expect((await john.get(johns)).status).toBe(200);
  });

  it.each<[string, (app: App) => Promise<unknown>]>([
    ["what looks for erased members", (app) => app.removeErased()],
    ["the sweep", (app) => app.sweep()],
  ])("is finished by %s after a crash between the event and the pictures", async (_, goOn) => {
    const app = await appForTest();
    const jane = await app.member();
    const { memberId } = jane;
    await havePicture(jane);
    await app.follow();
    const cause = { actorId: memberId, correlationId: memberId };
    await app.members.execute(memberId, { type: "Erase" }, cause);
    expect(await keysIn(app.objects)).toHaveLength(2);
    await goOn(app);
    expect(await keysIn(app.objects)).toEqual([]);
  });
});
