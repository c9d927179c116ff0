/**
 * Manifest of a backup, full or continuous: its files with their digests, and how far the log reached, signed. A
 * folder without one is no backup.
 *
 * @module
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import { canonical } from "../../../events/log/canonical.ts";
import { LogPlace } from "../../../events/log/segment.ts";
import { SignedHead } from "../../../events/verify/head.ts";
import type { Finding } from "../../../events/verify/verify-log.ts";
import product from "../../../package.json" with { type: "json" };

export const manifestName = "manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const BackupFile = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.number().int().min(0),
  sha256,
});
export type BackupFile = z.infer<typeof BackupFile>;

const common = {
  /** 1: databases as files, `log.db` and `vault.db`. 2: segments of the log, and rows of the vault. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** Version of the product that wrote it. */
  product: z.string(),
  /**
   * ISO 8601: when the log had been copied, or when the vault began to be. A vault that is not older
   * than a log therefore has everyone's key.
   */
  at: z.iso.datetime(),
  files: z.array(BackupFile).readonly(),
  /** Id of the installation; early backups have none. */
  installation: z.string().optional(),
};

const LogContent = z.strictObject({
  kind: z.literal("log"),
  ...common,
  /** Of a full backup. */
  head: SignedHead.optional(),
  /** The picture storage was away, so new pictures are missing. */
  lacksPictures: z.literal(true).optional(),
  /** Member and kind of each mail that was waiting; in format 1 they are in the database. */
  mails: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The end of a continuous copy. */
  to: LogPlace.optional(),
  /** The vault's continuous copy that has the keys of everyone in this one, or a newer one. */
  vaultLine: z.string().optional(),
});
export type LogContent = z.infer<typeof LogContent>;

const VaultContent = z.strictObject({
  kind: z.literal("vault"),
  ...common,
  keys: z.number().int().min(0),
  /** The log, as it was before the vault was copied in full. Early backups have none. */
  log: z.strictObject({ position: z.number().int().min(0), digest: sha256 }).optional(),
  /** Number of the last change in a continuous copy, and the log's copy that it belongs to. */
  change: z.number().int().min(0).optional(),
  logLine: z.string().optional(),
});
export type VaultContent = z.infer<typeof VaultContent>;

export type BackupContent = LogContent | VaultContent;
export type BackupKind = BackupContent["kind"];
export type ContentOf<K extends BackupKind> = Extract<BackupContent, { kind: K }>;

const Manifest = z.strictObject({
  content: z.discriminatedUnion("kind", [LogContent, VaultContent]),
  signature: z.string(),
});

/** Error: a backup can't be used. The message says which file, and why. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/** Error: a log, or what was restored, is not what was recorded. */
export class NotAsRecorded extends Error {
  override readonly name = "NotAsRecorded";

  constructor(readonly findings: readonly Finding[]) {
    super("The log isn't what was recorded");
  }
}

/** Handler of a rejection: a backup that can't be used is passed over. */
export function undefinedIfBad(error: unknown): undefined {
  if (!(error instanceof BadBackup)) throw error;
}

/** What all backups of this version have in their manifests. */
export const written = { format: 2, product: product.version } as const;

/** @param secret The claim key, which only the program has. */
export function signedManifest(content: BackupContent, secret: Uint8Array): string {
  return `${JSON.stringify({ content, signature: signatureOf(content, secret) }, null, 2)}\n`;
}

/**
 * The manifest of a backup in a folder.
 *
 * @throws {BadBackup} When there is none, or it was not signed with this secret.
 */
export async function readManifest(folder: string, secret: Uint8Array): Promise<BackupContent> {
  const path = join(folder, manifestName);
  const text = await readFile(path, "utf8").catch(() => {
    throw new BadBackup(`${path} can't be read: this isn't a complete backup`);
  });
  if (parse(text) === undefined) {
    throw new BadBackup(`${path} is damaged, or from another version`);
  }
  const content = signedContent(text, secret);
  if (content === undefined) {
    throw new BadBackup(
      `${path} wasn't signed with this CLAIM_KEY. Check CLAIM_KEY_FILE: it has to be the key from ` +
        "when the backup was made. If it is, someone changed the manifest.",
    );
  }
  return content;
}

/** A manifest whose signature isn't checked; `undefined` if it can't be read. Only a reason to refuse. */
export async function peekManifest(folder: string): Promise<BackupContent | undefined> {
  return parse(await readFile(join(folder, manifestName), "utf8").catch(() => ""))?.content;
}

/** What a manifest says; `undefined` when it is damaged, or was not signed with this secret. */
export function signedContent(text: string, secret: Uint8Array): BackupContent | undefined {
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const expected = Buffer.from(signatureOf(parsed.content, secret));
  const given = Buffer.from(parsed.signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned ? parsed.content : undefined;
}

function parse(text: string): z.infer<typeof Manifest> | undefined {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function signatureOf(content: BackupContent, secret: Uint8Array): string {
  const key = deriveKey(secret, "backup manifest");
  return createHmac("sha256", key).update(canonical(content)).digest("hex");
}
