import { hkdfSync } from "node:crypto";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { open, seal } from "../../../../events/vault/seal.ts";
import { type ObjectStore, readAll } from "../../../objects/object-store.ts";
import { BadBackup } from "../manifest.ts";

/** Far more than any of them has. */
const maxBytes = 256 * 1024 * 1024;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/**
 * Encrypted JSON in a folder or a bucket, each under its key: what was changed, exchanged or written
 * by somebody else does not open.
 */
export type SealedObjects = ReturnType<typeof createSealedObjects>;

/** @param secret The claim key, which never changes. */
export function createSealedObjects(store: ObjectStore, secret: Uint8Array) {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "continuous backup", 32));
  return {
    async put(name: string, value: unknown): Promise<void> {
      const packed = await pack(JSON.stringify(value), { level: constants.Z_BEST_SPEED });
      await store.put(name, seal(key, name, packed));
    },
    /** @throws {BadBackup} When it is not there, or not what was written under this key. */
    async read(name: string): Promise<unknown> {
      const found = await store.read(name);
      if (found === undefined) throw new BadBackup(`${name} is missing`);
      const bytes = await readAll(found.body, maxBytes);
      try {
        return JSON.parse(String(await unpack(open(key, name, bytes))));
      } catch {
        throw new BadBackup(`${name} is damaged, or has another CLAIM_KEY`);
      }
    },
    /** Keys that begin like this, in order. */
    async keys(prefix: string): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of store.list(prefix)) keys.push(key);
      return keys.sort();
    },
    remove: (keys: readonly string[]): Promise<void> => store.remove(keys),
    /** Keys of what was last written before a moment. */
    async writtenBefore(prefix: string, moment: Date): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key, writtenAt } of store.list(prefix)) {
        if (writtenAt < moment) keys.push(key);
      }
      return keys.sort();
    },
  };
}

/** Lines are numbered; the newest one has the highest number. */
export function lineIn(key: string): string | undefined {
  return key.split("/")[1];
}

export function nextLine(keys: readonly string[]): string {
  const last = keys.map(lineIn).sort().at(-1);
  return numbered(Number(last ?? 0) + 1, 6);
}

/** In the order of numbers where names are in the order of texts. */
export function numbered(number: number, digits = 12): string {
  return String(number).padStart(digits, "0");
}
