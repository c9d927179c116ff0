/**
 * Continuous backups in a folder or bucket. Each has a timeline: a number in its keys. The log gets
 * a new one when the copies end with another log; the vault with each change.
 */
import { z } from "zod";
import { LogSegment } from "../../../events/log/segment.ts";
import type { ObjectStore } from "../../objects/object-store.ts";
import {
  type BackupContent,
  type BackupKind,
  BadBackup,
  type ContentOf,
  manifestName,
  signedContent,
  signedManifest,
  written,
} from "./manifest.ts";
import { describeFile, inStore, numbered, SealedFiles } from "./sealed-files.ts";

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
    const isWhole = (key: string) =>
      this.kind === "log" || key.endsWith(`/${manifestName}`) || key.endsWith(oldManifest);
    return [...new Set(keys.filter(isWhole).map(timelineIn))];
  }

  files(timeline: string): SealedFiles {
    return new SealedFiles(inStore(this.store, `${this.kind}/${timeline}/`), this.secret);
  }

  /** @throws {BadBackup} When it is damaged, or has another claim key. */
  async read(timeline: string): Promise<ContentOf<K>> {
    const files = this.files(timeline);
    const bytes = await files.place.read(manifestName);
    const content = bytes === undefined
      ? await this.readOld(timeline, files)
      : signedContent(new TextDecoder().decode(bytes), this.secret);
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

  /** Manifest of copies made until November 2026. */
  private async readOld(timeline: string, sealed: SealedFiles): Promise<BackupContent | undefined> {
    const names = (await this.keys()).filter((key) => timelineIn(key) === timeline)
      .map((key) => key.slice(sealed.place.prefix.length));
    const files = await Promise.all(
      names.filter((name) => `/${name}` !== oldManifest).map(async (name) =>
        describeFile(name, await sealed.place.read(name) ?? new Uint8Array())
      ),
    );
    const common = { ...written, files, at: new Date(0).toISOString() };
    if (this.kind === "vault") {
      const { change, logLine } = OldVault.parse(await sealed.read(oldManifest.slice(1)));
      return { ...common, kind: "vault", keys: 0, change, logLine };
    }
    let wrong: unknown;
    for (const name of names.reverse()) {
      try {
        const { segment: { to }, vault, at } = OldSegment.parse(await sealed.read(name));
        return { ...common, kind: "log", at, to, vaultLine: vault.line };
      } catch (error) {
        if (!(error instanceof BadBackup)) return undefined;
        wrong ??= error;
      }
    }
    throw wrong;
  }
}

export function timelineIn(key: string): string {
  return key.split("/")[1] ?? "";
}

export function nextTimeline(keys: readonly string[]): string {
  return numbered(Number(keys.map(timelineIn).sort().at(-1) ?? 0) + 1, 6);
}

const oldManifest = "/whole";
const OldVault = z.object({ change: z.number(), logLine: z.string() });
const OldSegment = z.object({
  segment: LogSegment,
  vault: z.object({ line: z.string() }),
  at: z.iso.datetime(),
});
