/**
 * Manifest of a backup: its files with their digests, and how far the log reached, signed. A folder without
 * one is no backup.
 *
 * @module
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { canonical } from "../../../events/log/canonical.ts";
import { SignedHead } from "../../../events/verify/head.ts";

export const manifestName = "manifest.json";

const BackupFile = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupFile = z.infer<typeof BackupFile>;

const common = {
  /** Version of the format. */
  format: z.literal(1),
  /** Version of the product that wrote it. */
  product: z.string(),
  /**
   * ISO 8601: when the log had been copied, or when the vault began to be. A vault that is not older
   * than a log therefore has everyone's key.
   */
  at: z.iso.datetime(),
  files: z.array(BackupFile),
  /** Id of the installation; early backups have none. */
  installation: z.string().optional(),
};

const Content = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("log"),
    ...common,
    head: SignedHead,
    /** The picture storage was away, so new pictures are missing. */
    lacksPictures: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal("vault"),
    ...common,
    /** How many members have a key in it. */
    keys: z.number().int().min(0),
    /** The log, as it was before the vault was copied. */
    log: z.strictObject({
      position: z.number().int().min(0),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
    }).optional(),
  }),
]);
export type BackupContent = z.infer<typeof Content>;
export type BackupKind = BackupContent["kind"];
/** Fields of one kind's manifest that the other kind doesn't have. */
export type BackupDetails = BackupContent extends infer Kind
  ? Kind extends BackupContent ? Omit<Kind, keyof typeof common> : never
  : never;

const Manifest = z.strictObject({ content: Content, signature: z.string() });

/** Error: a backup can't be used. The message says which file, and why. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/** @param secret The claim key, which only the program has. */
export function signedManifest(content: BackupContent, secret: Uint8Array): string {
  return `${JSON.stringify({ content, signature: signatureOf(content, secret) }, null, 2)}\n`;
}

/**
 * The manifest of a backup.
 *
 * @throws {BadBackup} When there is none, or it was not signed with this secret.
 */
export async function readManifest(folder: string, secret: Uint8Array): Promise<BackupContent> {
  const path = join(folder, manifestName);
  const text = await readFile(path, "utf8").catch(() => {
    throw new BadBackup(`${path} can't be read: this isn't a complete backup`);
  });
  const parsed = parse(text);
  if (parsed === undefined) throw new BadBackup(`${path} is damaged, or from another version`);
  const expected = Buffer.from(signatureOf(parsed.content, secret));
  const given = Buffer.from(parsed.signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new BadBackup(
      `${path} wasn't signed with this CLAIM_KEY. Check CLAIM_KEY_FILE: it has to be the key from ` +
        "when the backup was made. If it is, someone changed the manifest.",
    );
  }
  return parsed.content;
}

/** A manifest whose signature isn't checked; `undefined` if it can't be read. Only a reason to refuse. */
export async function peekManifest(folder: string): Promise<BackupContent | undefined> {
  const text = await readFile(join(folder, manifestName), "utf8").catch(() => "");
  return parse(text)?.content;
}

/** Size and digest of a file. */
export async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name);
  return { name, bytes: (await stat(path)).size, sha256: await digestOfFile(path) };
}

/** @throws {BadBackup} For the first file that is not as the manifest says. */
export async function checkFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (const { name, bytes, sha256 } of files) {
    const found = await describeFile(folder, name).catch(() => undefined);
    if (found === undefined) throw new BadBackup(`${join(folder, name)} is missing`);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BadBackup(`${join(folder, name)} is damaged: it isn't what was backed up`);
    }
  }
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

function parse(text: string): z.infer<typeof Manifest> | undefined {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function signatureOf(content: BackupContent, secret: Uint8Array): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), "backup manifest", 32));
  return createHmac("sha256", key).update(canonical(content)).digest("hex");
}
