import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { deriveKey } from "../derive-key.ts";
import type { Database } from "../database.ts";
import { readFewer } from "../database-errors.ts";
import type { Finding, LogHead } from "./verify-log.ts";

const pageSize = 5000;

/** Digest of a log that grows with it. Stored hashes are trusted: `verifyLog` checks them. */
export class LogDigest {
  readonly #database: Pick<Database, "read">;
  readonly #whole = createHash("sha256");
  #position = 0;

  constructor(database: Pick<Database, "read">) {
    this.#database = database;
  }

  async advance(until: number = Number.MAX_SAFE_INTEGER): Promise<LogHead> {
    for (;;) {
      const [page] = await readFewer(pageSize, (limit) =>
        this.#database.read(
          `SELECT max(position) AS position, group_concat(hash, '') AS hashes FROM (
             SELECT position, hash FROM events WHERE position > ? AND position <= ?
             ORDER BY position LIMIT ?)`,
          [this.#position, until, limit],
        ));
      if (typeof page?.position !== "number") break;
      this.#whole.update(String(page.hashes));
      this.#position = page.position;
      // Reading a file is synchronous: let other work run between pages.
      await setImmediate();
    }
    return { position: this.#position, digest: this.#whole.copy().digest("hex") };
  }
}

/** `LogHead.digest` at some positions, by position; positions beyond the log have none. */
export async function digestsAt(
  database: Pick<Database, "read">,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const log = new LogDigest(database);
  const digests = new Map<number, string>();
  for (const wanted of positions.toSorted((one, other) => one - other)) {
    const { position, digest } = await log.advance(wanted);
    if (position === wanted) digests.set(position, digest);
  }
  return digests;
}

/** Signed head. Stored elsewhere, it reveals a log that was cut off or rewritten later. */
export const SignedHead = z.strictObject({
  position: z.number().int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** ISO 8601. */
  at: z.iso.datetime(),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SignedHead = z.infer<typeof SignedHead>;

/** @param secret Secret of the program, such as its claim key. */
export function signHead({ position, digest }: LogHead, at: Date, secret: Uint8Array): SignedHead {
  const head = { position, digest, at: at.toISOString() };
  return { ...head, signature: signatureOf(head, secret) };
}

export function isSignedHead(head: SignedHead, secret: Uint8Array): boolean {
  return timingSafeEqual(Buffer.from(signatureOf(head, secret)), Buffer.from(head.signature));
}

/** Whether the log still contains what it had when the head was signed. */
export async function verifyHead(
  database: Pick<Database, "read">,
  head: SignedHead,
  secret: Uint8Array,
): Promise<Finding[]> {
  if (!isSignedHead(head, secret)) {
    return [{ position: undefined, what: "The head was not signed with this program's secret" }];
  }
  const { finding } = await compareHeads(new LogDigest(database), [head]);
  return finding === undefined ? [] : [finding];
}

/**
 * Compares a log with heads of it, all in one go.
 *
 * @param log At its beginning; afterwards it is at the last head that was compared.
 * @param heads Signed; in order of position.
 * @returns Position of the last matching head, or 0, and a finding about the first other head.
 */
export async function compareHeads(
  log: LogDigest,
  heads: readonly SignedHead[],
): Promise<{ readonly fitsTo: number; readonly finding: Finding | undefined }> {
  let fitsTo = 0;
  for (const { position, digest, at } of heads) {
    const now = await log.advance(position);
    const when = `when a head of it was signed at ${at}`;
    if (now.position < position) {
      const what = `The log ends here, but reached position ${position} ${when}`;
      return { fitsTo, finding: { position: now.position, what } };
    }
    if (now.digest !== digest) {
      const what =
        `The events after position ${fitsTo}, up to here, are not those that the log had ${when}`;
      return { fitsTo, finding: { position, what } };
    }
    fitsTo = position;
  }
  return { fitsTo, finding: undefined };
}

function signatureOf(
  { position, digest, at }: Pick<SignedHead, "position" | "digest" | "at">,
  secret: Uint8Array,
): string {
  const key = deriveKey(secret, "log head");
  return createHmac("sha256", key).update(`${position}\n${digest}\n${at}`).digest("hex");
}
