import { hkdfSync } from "node:crypto";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { open, seal } from "../../../../events/vault/seal.ts";
import { type ObjectStore, readAll } from "../../../objects/object-store.ts";
import { BadBackup } from "../manifest.ts";

/** Far more than any object has. */
const maxBytes = 256 * 1024 * 1024;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * Encrypted JSON in a folder or a bucket, each under its key. An object that was changed, moved to another
 * key, or written with another claim key doesn't open.
 */
export class SealedObjects {
  private readonly key: Uint8Array;

  /** @param secret The claim key, which never changes. */
  constructor(private readonly store: ObjectStore, secret: Uint8Array) {
    this.key = new Uint8Array(
      hkdfSync("sha256", secret, new Uint8Array(), "continuous backup", 32),
    );
  }

  async put(name: string, value: unknown): Promise<void> {
    const packed = await pack(JSON.stringify(value), { level: constants.Z_BEST_SPEED });
    await this.store.put(name, seal(this.key, name, packed));
  }

  /** @throws {BadBackup} When it is missing, or not what was written under this key. */
  async read(name: string): Promise<unknown> {
    const found = await this.store.read(name);
    if (found === undefined) throw new BadBackup(`${name} is missing`);
    const bytes = await readAll(found.body, maxBytes);
    try {
      return JSON.parse(String(await unpack(open(this.key, name, bytes))));
    } catch {
      throw new BadBackup(`${name} is damaged, or has another CLAIM_KEY`);
    }
  }

  /** Keys with this prefix, sorted; with a moment, only those last written before it. */
  async keys(prefix: string, before?: Date): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key, writtenAt } of this.store.list(prefix)) {
      if (before === undefined || writtenAt < before) keys.push(key);
    }
    return keys.sort();
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.store.remove(keys);
  }
}

/** The number of a line: the second part of a key. The newest line has the highest one. */
export function lineIn(key: string): string | undefined {
  return key.split("/")[1];
}

export function nextLine(keys: readonly string[]): string {
  const last = keys.map(lineIn).sort().at(-1);
  return numbered(Number(last ?? 0) + 1, 6);
}

/** Padded with zeros, so that sorting by text sorts by number. */
export function numbered(number: number, digits = 12): string {
  return String(number).padStart(digits, "0");
}
