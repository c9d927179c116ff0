/**
 * The program's secret: an age identity (https://age-encryption.org/v1), such as `age-keygen` makes. It opens the
 * backups directly. Other keys are derived from it.
 */
import { bech32 } from "@scure/base";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { kekIdOf, kekOf } from "../../events/store/seal.ts";

export interface Identity {
  /** The secret itself: `AGE-SECRET-KEY-1` and 58 more letters and digits. */
  readonly identity: string;
  /** `age1…`, which backups are encrypted to. Not secret. */
  readonly recipient: string;
  /** Wraps the members' keys. */
  readonly kek: Uint8Array;
  /** Identifies the secret in the database without revealing it. */
  readonly keyId: string;
}

/** The text isn't an identity. The message contains nothing of the text. */
export class NotAnIdentity extends Error {
  override readonly name = "NotAnIdentity";
}

const prefix = "AGE-SECRET-KEY-";

export async function makeIdentity(): Promise<Identity> {
  return await toIdentity(await generateX25519Identity());
}

/**
 * Reads an age file: one identity a line, in order, each once. Empty lines and those that begin with `#` are ignored.
 * Lower case and spaces within a line are accepted, because a person may have typed it.
 *
 * @throws {NotAnIdentity} If a line is something else, or there is no identity.
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
  // Ends with a checksum that reveals typing errors.
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
