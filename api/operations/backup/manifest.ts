/** Signed manifest of a backup: files with digests, and the log's end. No backup is without one. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { deriveKey } from "../../../events/derive-key.ts";
import { LogPlace } from "../../../events/log/segment.ts";
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
  format: z.literal(2),
  product: z.string(),
  /** Of a log's end or a vault's beginning: a vault as new as a log has all keys. ISO 8601. */
  at: z.iso.datetime(),
  files: z.array(BackupFile).readonly(),
  installation: z.string().optional(),
};

const LogContent = z.strictObject({
  kind: z.literal("log"),
  ...common,
  /** The object store was unavailable, so new pictures are missing. */
  lacksPictures: z.literal(true).optional(),
  /** Member and kind of each waiting mail. */
  mails: z.array(z.tuple([z.string(), z.string()])).optional(),
  to: LogPlace,
  /** The vault's continuous copy that has everyone's keys, or a newer one. */
  vaultLine: z.string().optional(),
});
export type LogContent = z.infer<typeof LogContent>;

const VaultContent = z.strictObject({
  kind: z.literal("vault"),
  ...common,
  keys: z.number().int().min(0),
  /** The log's end before the vault was copied in full. */
  log: LogPlace.optional(),
  /** Number of the last change in a continuous copy, and the corresponding copy of the log. */
  change: z.number().int().min(0).optional(),
  logLine: z.string().optional(),
});
export type VaultContent = z.infer<typeof VaultContent>;

export type BackupContent = LogContent | VaultContent;
export type BackupKind = BackupContent["kind"];
export type ContentOf<K extends BackupKind> = Extract<BackupContent, { kind: K }>;

const Content = z.discriminatedUnion("kind", [LogContent, VaultContent]);
const Manifest = z.strictObject({
  content: Content,
  signature: z.string(),
});

/** A backup can't be used. The message says which file, and why. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/** Rejection handler that skips an unusable backup. */
export function undefinedIfBad(error: unknown): undefined {
  if (!(error instanceof BadBackup)) throw error;
}

/** Part of all manifests by this version. */
export const written = { format: 2, product: product.version } as const;

/** @param secret The claim key, which only the program has. */
export function signedManifest(content: BackupContent, secret: Uint8Array): string {
  return `${JSON.stringify({ content, signature: signatureOf(content, secret) }, null, 2)}\n`;
}

/** @throws {BadBackup} When there is none, or it was not signed with this secret. */
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

/** Without checking the signature, so only a reason to refuse; `undefined` if unreadable. */
export async function peekManifest(folder: string): Promise<BackupContent | undefined> {
  return parse(await readFile(join(folder, manifestName), "utf8").catch(() => ""))?.content;
}

/** `undefined` if it is damaged, or not signed with this secret. */
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
  // Parsed, so that names are in the same order when it is written and read.
  const text = JSON.stringify(Content.parse(content));
  return createHmac("sha256", key).update(text).digest("hex");
}
