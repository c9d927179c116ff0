/**
 * Files of one backup: encrypted JSON in a folder, or under an object store's prefix. A file that
 * was changed, renamed, or written with another claim key doesn't open.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { deriveKey } from "../../../events/derive-key.ts";
import { open, seal } from "../../../events/vault/seal.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";
import { type BackupFile, BadBackup } from "./manifest.ts";

const maxBytes = 256 * 1024 * 1024;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

export interface BackupPlace {
  /** A file's name in messages. */
  pathOf(name: string): string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Precedes names when they are sealed. */
  readonly prefix: string;
}

export function inFolder(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name);
  return {
    pathOf,
    put: (name, bytes) => writeFile(pathOf(name), bytes, { mode: 0o600, flush: true }),
    read: (name) => readFile(pathOf(name)).catch(() => undefined),
    prefix: "",
  };
}

export function inStore(store: ObjectStore, prefix: string): BackupPlace {
  const pathOf = (name: string) => `${prefix}${name}`;
  return {
    pathOf,
    put: (name, bytes) => store.put(pathOf(name), bytes),
    async read(name) {
      const found = await store.read(pathOf(name));
      return found && await readAll(found.body, maxBytes);
    },
    prefix,
  };
}

export class SealedFiles {
  private readonly key: Uint8Array;

  /** @param secret The claim key, which never changes. */
  constructor(readonly place: BackupPlace, readonly secret: Uint8Array) {
    this.key = deriveKey(secret, "continuous backup");
  }

  async put(name: string, value: unknown): Promise<BackupFile> {
    const packed = await pack(JSON.stringify(value), { level: constants.Z_BEST_SPEED });
    const bytes = seal(this.key, this.place.prefix + name, packed);
    await this.place.put(name, bytes);
    return describeFile(name, bytes);
  }

  /** @throws {BadBackup} When it is missing, or not what was written under this name. */
  async read(name: string, { sha256, missing }: {
    readonly sha256?: string;
    readonly missing?: string;
  } = {}): Promise<unknown> {
    const { place } = this;
    const bytes = await place.read(name);
    if (bytes === undefined) throw new BadBackup(missing ?? `${place.pathOf(name)} is missing`);
    try {
      if (sha256 !== undefined && digestOf(bytes) !== sha256) throw new Error("It was changed");
      return JSON.parse(String(await unpack(open(this.key, place.prefix + name, bytes))));
    } catch {
      throw new BadBackup(`${place.pathOf(name)} is damaged, or has another CLAIM_KEY`);
    }
  }
}

export function describeFile(name: string, bytes: Uint8Array): BackupFile {
  return { name, bytes: bytes.byteLength, sha256: digestOf(bytes) };
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Padded with zeros, so that sorting by text sorts by number. */
export function numbered(number: number, digits = 12): string {
  return String(number).padStart(digits, "0");
}
