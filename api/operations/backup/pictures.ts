/**
 * Pictures in backups. The object under a key never changes, so all backups of a folder share one copy
 * of it, and each backup lists the keys that it needs.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { createLocalStore } from "../../objects/local.ts";
import { parsePictureKey, pictures, prefixesOf } from "../../objects/keys.ts";
import { type ObjectStore, ObjectsUnavailable, readAll } from "../../objects/object-store.ts";
import { BadBackup } from "./manifest.ts";

export const pictureListName = "pictures.ndjson";

const ListedPicture = z.strictObject({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});
export type ListedPicture = z.infer<typeof ListedPicture>;

/** More than any picture has. */
const maxBytes = 64 * 1024 * 1024;

/** The pictures of all backups in a folder. */
export function picturesIn(parent: string): ObjectStore {
  // It takes no uploads, so nothing is signed.
  return createLocalStore({
    folder: join(parent, "objects"),
    secret: new Uint8Array(32),
    now: () => new Date(),
  });
}

export interface CopyOptions {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** Digests of pictures that were copied before, by key. */
  readonly known: ReadonlyMap<string, ListedPicture>;
  readonly checkInterrupt: () => Promise<void>;
  readonly report: (done: number) => void;
}

export interface CopiedPictures {
  /** All pictures of `from`; while it is away, those that were copied before. */
  readonly list: readonly ListedPicture[];
  /** Whether `from` answered to the end. */
  readonly isWhole: boolean;
}

/** Copies new pictures. While the store is away, everything else is still backed up. */
export async function copyPictures(
  { from, to, known, checkInterrupt, report }: CopyOptions,
): Promise<CopiedPictures> {
  const there = await keysOf(to);
  const list = new Map<string, ListedPicture>();
  let isWhole = true;
  try {
    for await (const key of listed(from)) {
      await checkInterrupt();
      const before = known.get(key);
      if (before !== undefined && there.has(key)) {
        list.set(key, before);
      } else {
        const bytes = await answerOf(bytesOf(from, key));
        // Its owner has replaced it since it was listed.
        if (bytes === undefined) continue;
        if (!there.has(key) || digestOf(await bytesOf(to, key)) !== digestOf(bytes)) {
          await to.put(key, bytes);
        }
        list.set(key, { key, bytes: bytes.byteLength, sha256: digestOf(bytes) ?? "" });
      }
      report(list.size);
    }
  } catch (error) {
    if (!(error instanceof SourceAway)) throw error;
    isWhole = false;
    for (const [key, picture] of known) if (there.has(key)) list.set(key, picture);
  }
  return { list: [...list.values()].sort((one, other) => one.key < other.key ? -1 : 1), isWhole };
}

/** Error: the store that is copied is away, not the one that it is copied to. */
class SourceAway extends Error {
  override readonly name = "SourceAway";
}

async function* listed(from: ObjectStore): AsyncGenerator<string> {
  try {
    for await (const { key } of from.list(pictures)) yield key;
  } catch (error) {
    throw awayOr(error);
  }
}

async function answerOf<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error) => {
    throw awayOr(error);
  });
}

function awayOr(error: unknown): unknown {
  return error instanceof ObjectsUnavailable ? new SourceAway(error.message) : error;
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

/** Removes everything that these members uploaded. */
export async function removePicturesOf(
  store: ObjectStore,
  memberIds: ReadonlySet<string>,
): Promise<void> {
  for (const prefix of new Set([...memberIds].flatMap(prefixesOf))) {
    const keys: string[] = [];
    for await (const { key } of store.list(prefix)) keys.push(key);
    await store.remove(keys);
  }
}

/** @throws {BadBackup} For the first picture that is missing or not what was backed up. */
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

/** Restores missing pictures. Returns how many there were. */
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

/** Whose picture it is. */
export function ownerOf(key: string): string {
  return parsePictureKey(key)?.memberId ?? "";
}

export function writeList(list: readonly ListedPicture[]): string {
  return list.map((picture) => `${JSON.stringify(picture)}\n`).join("");
}

/** The list in a backup; empty when there is none. */
export async function readList(folder: string): Promise<ListedPicture[]> {
  const text = await readFile(join(folder, pictureListName), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "")
    .map((line) => ListedPicture.parse(JSON.parse(line)));
}

async function keysOf(store: ObjectStore): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of store.list(pictures)) keys.add(key);
  return keys;
}

async function bytesOf(store: ObjectStore, key: string): Promise<Uint8Array | undefined> {
  const found = await store.read(key);
  return found && await readAll(found.body, maxBytes);
}

function digestOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}
