/**
 * Snapshot: the index as a file, so that a start does not have to read every profile again:
 *
 *     magic | length of the header | header (JSON) | sections | checksum of all before it
 *
 * The header says what the file was made of and how long each section is. A file that is not exactly
 * what this engine writes, about this log and these read tables, is not used.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { checksumBytes, createChecksum } from "./checksum.ts";
import { projection } from "../../../events/read/projection.ts";
import type { EmbeddedSearch } from "../embedded.ts";
import type { Image, Section } from "../memory/image.ts";
import type { Numbers } from "../memory/numbers.ts";
import { createTextReader, encodeTexts } from "./snapshot-texts.ts";

/** What an index was made of. */
export interface Origin {
  /** Log position of the last change in it. */
  readonly position: number;
  /** Hash of the event at that position: another log has another one. */
  readonly eventHash: string;
  /** Counts rebuilds of the read tables. */
  readonly generation: number;
}

interface Header {
  /** Changes with the engine: see the README. */
  readonly version: string;
  readonly origin: Origin;
  readonly sections: readonly {
    readonly name: string;
    readonly kind: keyof typeof kinds | "texts";
    readonly bytes: number;
  }[];
}

/** The first number is to be raised whenever the file's form, a part's image or words change. */
export const snapshotVersion = `6.${projection}`;
const magic = "ACSEARCH";
/** The event loop is given back after so much. */
const sliceBytes = 2 ** 21;
const maxHeaderBytes = 2 ** 26;

const kinds = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array };

/** The index changed while it was being written. */
export class SnapshotOutdated extends Error {
  override readonly name = "SnapshotOutdated";
}

/**
 * Writes the index beside the file of this name, and then puts it in its place, so that there is
 * always a whole one or none. Only this user can read it. Gives way to requests now and then.
 *
 * @throws {SnapshotOutdated} When the index changes meanwhile; what was written is gone again.
 */
export async function writeSnapshot(
  path: string,
  search: EmbeddedSearch,
  origin: Origin,
): Promise<void> {
  const changes = search.changes();
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (search.changes() !== changes) throw new SnapshotOutdated("The index has changed");
  };
  while (search.tidy()) await pause();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = temporary(path);
  try {
    await rm(beside, { force: true });
    const file = await open(beside, "wx", 0o600);
    try {
      await writeAll(file, search.image(), { version: versionOf(search), origin }, pause);
      await file.sync();
    } finally {
      await file.close();
    }
    if (search.changes() !== changes) throw new SnapshotOutdated("The index has changed");
    await rename(beside, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/**
 * Makes the index what the file says.
 *
 * @param isKnown Whether this log and these read tables have what a file was made of.
 * @returns What it was made of; `undefined` when there is no file that can be used, and the index is
 *   what it was.
 */
export async function readSnapshot(
  path: string,
  search: EmbeddedSearch,
  isKnown: (origin: Origin) => Promise<boolean>,
): Promise<Origin | undefined> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const { origin, image } = await readAll(file, versionOf(search), isKnown);
    search.restore(image);
    return origin;
  } catch {
    // Whatever is wrong with it, the index is built again.
    return undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Removes the file, and what an interruption has left beside it. What is there and no file is no snapshot,
 * and stays.
 */
export async function removeSnapshot(path: string): Promise<void> {
  for (const name of [path, temporary(path)]) {
    const found = await lstat(name).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) await rm(name, { force: true });
  }
}

/** Other synonyms make other words. */
function versionOf({ synonyms }: EmbeddedSearch): string {
  return `${snapshotVersion}.${synonyms.digest}`;
}

const temporary = (path: string) => `${path}.new`;

async function writeAll(
  file: FileHandle,
  image: Image,
  from: Pick<Header, "version" | "origin">,
  pause: () => Promise<void>,
): Promise<void> {
  const checksum = createChecksum();
  const names = Object.keys(image);
  const contents: Uint8Array[] = [];
  for (const name of names) contents.push(await bytesOf(image[name]!, pause));
  const header: Header = {
    ...from,
    sections: names.map((name, at) => ({
      name,
      kind: kindOf(image[name]!),
      bytes: contents[at]!.byteLength,
    })),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  await writeSlices(new TextEncoder().encode(magic));
  await writeSlices(new Uint8Array(Uint32Array.of(json.byteLength, 0).buffer));
  await writeSlices(json);
  for (const content of contents) await writeSlices(content);
  await file.write(checksum.digest());

  async function writeSlices(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.byteLength; at += sliceBytes) {
      const slice = bytes.subarray(at, at + sliceBytes);
      checksum.add(slice);
      for (let done = 0; done < slice.byteLength;) {
        done += (await file.write(slice, done)).bytesWritten;
      }
      if (slice.byteLength === sliceBytes) await pause();
    }
  }
}

/** Without giving way: nothing is served yet, and waiting for each piece takes half as long again. */
async function readAll(
  file: number,
  version: string,
  isKnown: (origin: Origin) => Promise<boolean>,
): Promise<{ origin: Origin; image: Image }> {
  const checksum = createChecksum();
  const read = (length: number) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      const count = readSync(file, bytes, at, length - at, null);
      if (count === 0) throw new Error("The file is cut off");
      at += count;
    }
    return bytes;
  };
  const readChecked = (length: number) => {
    const bytes = read(length);
    for (let at = 0; at < length; at += sliceBytes) {
      checksum.add(bytes.subarray(at, at + sliceBytes));
    }
    return bytes;
  };

  if (new TextDecoder().decode(readChecked(magic.length)) !== magic) {
    throw new Error("No snapshot");
  }
  const [headerBytes = 0] = new Uint32Array((readChecked(8)).buffer);
  if (headerBytes > maxHeaderBytes) throw new Error("No header is so long");
  const header: Header = JSON.parse(new TextDecoder().decode(readChecked(headerBytes)));
  if (header.version !== version) throw new Error("Of another version");
  // Before anything is read that may be large: does the file have it at all?
  const expected = header.sections.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = magic.length + 8 + headerBytes + expected + checksumBytes;
  if (fstatSync(file).size !== size) throw new Error("Not as long as it says");
  if (!await isKnown(header.origin)) throw new Error("Made of something else");

  const contents: Uint8Array<ArrayBuffer>[] = [];
  for (const { bytes } of header.sections) contents.push(readChecked(bytes));
  const wanted = checksum.digest();
  const found = read(checksumBytes);
  if (!found.every((byte, at) => byte === wanted[at])) throw new Error("Damaged");

  const textsOf = createTextReader();
  const sections = header.sections.map(({ name, kind }, at): [string, Section] => {
    const bytes = contents[at]!;
    return [name, kind === "texts" ? textsOf(bytes) : new kinds[kind](bytes.buffer)];
  });
  return { origin: header.origin, image: Object.fromEntries(sections) };
}

async function bytesOf(section: Section, pause: () => Promise<void>): Promise<Uint8Array> {
  if (!ArrayBuffer.isView(section)) return await encodeTexts(section as readonly string[], pause);
  const { buffer, byteOffset, byteLength } = section as Numbers;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function kindOf(section: Section): Header["sections"][number]["kind"] {
  if (!ArrayBuffer.isView(section)) return "texts";
  return section.constructor.name as keyof typeof kinds;
}

/** A name in a folder is only safe from a power cut once the folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
