import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { randomDocument, randomQuery, randomSuggestionQuery } from "../../testing/documents.ts";
import { createRandom, type Random } from "../../testing/random.ts";
import { createEmbeddedSearch, type EmbeddedSearch } from "../embedded.ts";
import {
  type Origin,
  readSnapshot,
  SnapshotOutdated,
  snapshotVersion,
  writeSnapshot,
} from "./snapshot.ts";

const origin: Origin = { position: 7, eventHash: "abc", generation: 1 };
const known = async () => true;

async function given(members = 1500) {
  const random = createRandom(members);
  const search = createEmbeddedSearch();
  await change(search, random, members, 2 * members);
  const path = join(await temporaryFolder(), "search", "index");
  return { random, search, path };
}

async function change(search: EmbeddedSearch, random: Random, members: number, times: number) {
  for (let at = 0; at < times; at++) {
    const document = randomDocument(random, members);
    if (random.chance(0.2)) await search.remove([document.memberId]);
    else await search.put([document]);
  }
}

async function expectSame(one: EmbeddedSearch, other: EmbeddedSearch, seed: number) {
  const random = createRandom(seed);
  for (let at = 0; at < 200; at++) {
    const query = randomQuery(random);
    expect(await one.find(query)).toEqual(await other.find(query));
    const typed = randomSuggestionQuery(random);
    expect(await one.suggest(typed)).toEqual(await other.suggest(typed));
  }
}

describe("a snapshot", () => {
  it("makes an index that finds the same, and goes on the same", async () => {
    const { random, search, path } = await given();
    await writeSnapshot(path, search, origin);
    const read = createEmbeddedSearch();
    expect(await readSnapshot(path, read, known)).toEqual(origin);
    await expectSame(read, search, 1);
    for (let round = 0; round < 3; round++) {
      const seed = random.int(1e6);
      for (const index of [search, read]) await change(index, createRandom(seed), 1500, 1500);
      await expectSame(read, search, round);
    }
    await writeSnapshot(path, read, origin);
    const again = createEmbeddedSearch();
    expect(await readSnapshot(path, again, known)).toEqual(origin);
    await expectSame(again, search, 2);
  });

  it("can be of an empty index", async () => {
    const path = join(await temporaryFolder(), "search", "index");
    await writeSnapshot(path, createEmbeddedSearch(), origin);
    const { random, search } = await given(50);
    expect(await readSnapshot(path, search, known)).toEqual(origin);
    await expectSame(search, createEmbeddedSearch(), random.int(9));
  });

  it("can be read by its owner alone", async () => {
    const { search, path } = await given(20);
    await writeSnapshot(path, search, origin);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("has nothing of who is gone, nor of what was changed", async () => {
    const { random, search, path } = await given(600);
    const document = randomDocument(random, 1);
    const zara = { ...document, memberId: "zara", lastName: "Zarathustra", location: "Zembla" };
    await search.put([{ ...zara, bio: "Zygote" }, { ...zara, memberId: "zoe" }]);
    await search.put([{ ...zara, bio: "" }]);
    await search.remove(["zoe"]);
    await writeSnapshot(path, search, origin);
    const before = (await readFile(path, "latin1")).toLowerCase();
    expect(before).toContain("zarathustra");
    expect(before).not.toContain("zygote");
    expect(before).not.toContain("zoe");
    await search.remove(["zara"]);
    await writeSnapshot(path, search, origin);
    const after = (await readFile(path, "latin1")).toLowerCase();
    for (const text of ["zara", "zembla", "zygote"]) expect(after).not.toContain(text);
  });

  it("is not written when the index changes meanwhile", async () => {
    const { random, search, path } = await given(600);
    const written = writeSnapshot(path, search, origin);
    await search.put([randomDocument(random, 10)]);
    await expect(written).rejects.toBeInstanceOf(SnapshotOutdated);
    await expect(stat(path)).rejects.toThrow();
    await expect(stat(`${path}.new`)).rejects.toThrow();
  });

  it("is not used when it was made of something else, or is not there", async () => {
    const { search, path } = await given(20);
    const read = createEmbeddedSearch();
    expect(await readSnapshot(path, read, known)).toBeUndefined();
    await writeSnapshot(path, search, origin);
    expect(await readSnapshot(path, read, async () => false)).toBeUndefined();
    await expectSame(read, createEmbeddedSearch(), 1);
  });

  it("is not used when any byte of it is another, or it ends too early or too late", async () => {
    const { random, search, path } = await given(40);
    await writeSnapshot(path, search, origin);
    const whole = await readFile(path);
    for (let at = 0; at < 150; at++) {
      const damaged = new Uint8Array(whole);
      const place = at < 40 ? at : random.int(whole.length);
      damaged[place]! ^= 1 << random.int(8);
      await writeFile(path, damaged);
      expect(await readSnapshot(path, createEmbeddedSearch(), known), `${place}`).toBeUndefined();
    }
    for (const length of [0, 5, 8, 20, whole.length - 1, random.int(whole.length)]) {
      await writeFile(path, whole);
      await truncate(path, length);
      expect(await readSnapshot(path, createEmbeddedSearch(), known)).toBeUndefined();
    }
    await writeFile(path, new Uint8Array([...whole, 0]));
    expect(await readSnapshot(path, createEmbeddedSearch(), known)).toBeUndefined();
    await writeFile(path, whole);
    expect(await readSnapshot(path, createEmbeddedSearch(), known)).toEqual(origin);
  });

  it("is not used when another version of the engine wrote it", async () => {
    const { search, path } = await given(20);
    await writeSnapshot(path, search, origin);
    const text = await readFile(path, "latin1");
    const other = text.replace(snapshotVersion, snapshotVersion.replaceAll(/\d/g, "0"));
    await writeFile(path, other, "latin1");
    expect(await readSnapshot(path, createEmbeddedSearch(), known)).toBeUndefined();
  });
});
