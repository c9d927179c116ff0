/**
 * The program's secret: an identity of age (https://age-encryption.org/v1), such as `age-keygen` makes. It
 * opens the backups as it stands. What else needs a secret is derived from it.
 */
import { bech32 } from "@scure/base";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { kekIdOf, kekOf } from "../../events/store/seal.ts";

export interface Identity {
  /** The secret itself: `AGE-SECRET-KEY-1` and 58 more letters and digits. */
  readonly identity: string;
  /** `age1…`: backups are encrypted to it. No secret. */
  readonly recipient: string;
  /** Wraps the members' keys. */
  readonly kek: Uint8Array;
  /** Names the secret in the database, and reveals nothing else about it. */
  readonly keyId: string;
}

/** The text isn't what it should be. The message has nothing of the text. */
export class NotAnIdentity extends Error {
  override readonly name = "NotAnIdentity";
}

const prefix = "AGE-SECRET-KEY-";

export async function makeIdentity(): Promise<Identity> {
  return await toIdentity(await generateX25519Identity());
}

/**
 * Identities of a file of age: one a line, in their order, each once. Empty lines and those that begin with `#`
 * are ignored. Somebody may have typed it: small letters and spaces within a line are the same.
 *
 * @throws {NotAnIdentity} When a line is something else, or there is none.
 */
export async function identitiesIn(text: string): Promise<readonly Identity[]> {
  return await Promise.all(identityLines(text).map(toIdentity));
}

/** The same, as text. */
export function identityLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n|\r/)
    .map((line, at) => ({ line: line.replace(/\s+/g, ""), number: at + 1 }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"));
  if (lines.length === 0) throw new NotAnIdentity(`there is no line with ${prefix}1…`);
  return [...new Set(lines.map(({ line, number }) => checked(line.toUpperCase(), number)))];
}

function checked(line: string, number: number): string {
  if (!line.startsWith(`${prefix}1`)) {
    throw new NotAnIdentity(`line ${number} doesn't begin with ${prefix}1`);
  }
  // It ends with a checksum, so that a letter that was mistyped is noticed.
  if (bytesOf(line) !== undefined) return line;
  throw new NotAnIdentity(
    `line ${number} has a letter or digit that is wrong, missing or too much`,
  );
}

function bytesOf(identity: string): Uint8Array | undefined {
  try {
    const { bytes } = bech32.decodeToBytes(identity);
    return bytes.length === 32 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

async function toIdentity(identity: string): Promise<Identity> {
  const bytes = bytesOf(identity);
  if (bytes === undefined) throw new NotAnIdentity("it is no identity");
  const kek = kekOf(bytes);
  return { identity, recipient: await identityToRecipient(identity), kek, keyId: kekIdOf(kek) };
}
