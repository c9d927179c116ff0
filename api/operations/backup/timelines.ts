/**
 * Continuous backups in a folder or bucket. Each has a timeline: a number in its keys. The log gets
 * a new one when the copies end with another log; the vault with each change.
 */
import type { ObjectStore } from "../../objects/object-store.ts";
import {
  type BackupContent,
  type BackupKind,
  BadBackup,
  type ContentOf,
  manifestName,
  signedContent,
  signedManifest,
} from "./manifest.ts";
import { inStore, numbered, SealedFiles } from "./sealed-files.ts";

export class Timelines<K extends BackupKind> {
  constructor(
    readonly store: ObjectStore,
    private readonly kind: K,
    private readonly secret: Uint8Array,
  ) {}

  /** All keys, sorted; only those last written before a moment, if given. */
  async keys(before?: Date): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key, writtenAt } of this.store.list(`${this.kind}/`)) {
      if (before === undefined || writtenAt < before) keys.push(key);
    }
    return keys.sort();
  }

  /** Readable timelines by their keys; oldest first. */
  async all(): Promise<string[]> {
    const keys = await this.keys();
    const isWhole = (key: string) => this.kind === "log" || key.endsWith(`/${manifestName}`);
    return [...new Set(keys.filter(isWhole).map(timelineIn))];
  }

  files(timeline: string): SealedFiles {
    return new SealedFiles(inStore(this.store, `${this.kind}/${timeline}/`), this.secret);
  }

  /** @throws {BadBackup} When it is damaged, or has another claim key. */
  async read(timeline: string): Promise<ContentOf<K>> {
    const files = this.files(timeline);
    const bytes = await files.place.read(manifestName);
    const content = bytes && signedContent(new TextDecoder().decode(bytes), this.secret);
    if (content?.kind === this.kind) return content as ContentOf<K>;
    throw new BadBackup(`${files.place.pathOf(manifestName)} is damaged, or has another CLAIM_KEY`);
  }

  /** The newest timeline's content, if any. @throws {BadBackup} */
  async newest(): Promise<ContentOf<K> | undefined> {
    const timeline = (await this.all()).at(-1);
    return timeline === undefined ? undefined : await this.read(timeline);
  }

  async write(timeline: string, content: BackupContent): Promise<void> {
    const manifest = signedManifest(content, this.secret);
    await this.files(timeline).place.put(manifestName, new TextEncoder().encode(manifest));
  }
}

export function timelineIn(key: string): string {
  return key.split("/")[1] ?? "";
}

export function nextTimeline(keys: readonly string[]): string {
  return numbered(Number(keys.map(timelineIn).sort().at(-1) ?? 0) + 1, 6);
}
