/** Pictures in backups. Objects never change, so all backups of a folder share one copy. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createLocalStore } from "../../objects/local.ts";
import { ownerOf, pictures, prefixesOf } from "../../objects/keys.ts";
import { type ObjectStore, ObjectsUnavailable, readAll } from "../../objects/object-store.ts";
import { BadBackup } from "./manifest.ts";
import { digestOf } from "./sealed-files.ts";

export const pictureListName = "pictures.ndjson";

const ListedPicture = z.strictObject({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});
export type ListedPicture = z.infer<typeof ListedPicture>;

const maxBytes = 64 * 1024 * 1024;

export function picturesIn(parent: string): ObjectStore {
  // It accepts no uploads, so nothing is signed.
  return createLocalStore({
    folder: join(parent, "objects"),
    secret: new Uint8Array(32),
    now: () => new Date(),
  });
}

/**
 * Copies new pictures. While `from` is unavailable, everything else is still backed up.
 * @returns All pictures of `from`; earlier copies, too, if it didn't answer to the end.
 */
export async function copyPictures(
  { from, to, known, checkInterrupt, report }: {
    readonly from: ObjectStore;
    readonly to: ObjectStore;
    readonly known: readonly ListedPicture[];
    readonly checkInterrupt: () => Promise<void>;
    readonly report: (done: number) => void;
  },
): Promise<{ readonly list: readonly ListedPicture[]; readonly isWhole: boolean }> {
  const there = await keysOf(to);
  const before = new Map(
    known.filter(({ key }) => there.has(key)).map((picture) => [picture.key, picture]),
  );
  const list = new Map<string, ListedPicture>();
  let isWhole = true;
  const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    work.catch((error) => {
      if (!(error instanceof ObjectsUnavailable)) throw error;
      isWhole = false;
      return otherwise;
    });
  for (const key of await orElse(keysOf(from), new Set<string>())) {
    await checkInterrupt();
    const copied = before.get(key);
    // Undefined if its owner has replaced it since it was listed.
    const bytes = copied === undefined ? await orElse(bytesOf(from, key), undefined) : undefined;
    if (!isWhole) break;
    if (bytes !== undefined) await to.put(key, bytes);
    const picture = copied ??
      (bytes && { key, bytes: bytes.byteLength, sha256: digestOf(bytes) });
    if (picture !== undefined) list.set(key, picture);
    report(list.size);
  }
  if (!isWhole) { for (const [key, picture] of before) list.set(key, picture); }
  return { list: [...list.values()].sort((one, other) => one.key < other.key ? -1 : 1), isWhole };
}

/** Removes pictures that no list has, such as replaced ones. */
export async function removeUnlisted(
  store: ObjectStore,
  lists: readonly (readonly ListedPicture[])[],
  erased: ReadonlySet<string>,
): Promise<void> {
  const needed = new Set(lists.flat().map(({ key }) => key));
  const isNeeded = (key: string) => needed.has(key) && !erased.has(ownerOf(key));
  await store.remove([...await keysOf(store)].filter((key) => !isNeeded(key)));
}

export async function removePicturesOf(
  store: ObjectStore,
  memberIds: ReadonlySet<string>,
): Promise<void> {
  for (const prefix of new Set([...memberIds].flatMap(prefixesOf))) {
    await store.remove([...await keysOf(store, prefix)]);
  }
}

/** @throws {BadBackup} For the first picture that is missing or differs. */
export async function checkPictures(
  parent: string,
  list: readonly ListedPicture[],
  report: (done: number) => Promise<void>,
): Promise<void> {
  const store = picturesIn(parent);
  for (const [index, { key, sha256 }] of list.entries()) {
    const bytes = await bytesOf(store, key);
    const path = join(parent, "objects", key);
    if (bytes === undefined) throw new BadBackup(`${path} is missing`);
    if (digestOf(bytes) !== sha256) {
      throw new BadBackup(`${path} is damaged: it isn't what was backed up`);
    }
    await report(index + 1);
  }
}

/** Returns how many were missing. */
export async function restorePictures(
  from: ObjectStore,
  to: ObjectStore,
  list: readonly ListedPicture[],
  report: (done: number) => Promise<void>,
): Promise<number> {
  const there = await keysOf(to);
  const missing = list.filter(({ key }) => !there.has(key));
  for (const [index, { key }] of missing.entries()) {
    const bytes = await bytesOf(from, key);
    if (bytes !== undefined) await to.put(key, bytes);
    await report(index + 1);
  }
  return missing.length;
}

export function writeList(list: readonly ListedPicture[]): string {
  return list.map((picture) => `${JSON.stringify(picture)}\n`).join("");
}

/** Empty without a list. */
export async function readList(folder: string): Promise<ListedPicture[]> {
  const text = await readFile(join(folder, pictureListName), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "")
    .map((line) => ListedPicture.parse(JSON.parse(line)));
}

async function keysOf(store: ObjectStore, prefix = pictures): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of store.list(prefix)) keys.add(key);
  return keys;
}

async function bytesOf(store: ObjectStore, key: string): Promise<Uint8Array | undefined> {
  const found = await store.read(key);
  return found && await readAll(found.body, maxBytes);
}
