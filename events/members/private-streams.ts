import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { EventLog, Recorded } from "../log/event-log.ts";

/**
 * Private streams: what is between a member and others stands in streams of one event each. Their names are the member's
 * id and a number, encrypted: without the secret, nothing tells whose one is, or that two are of one member. With it
 * that can still be told when the member's key is lost or destroyed, so that what stands there can be erased.
 */
export type PrivateStreams = ReturnType<typeof createPrivateStreams>;

export interface StreamOwner {
  readonly memberId: string;
  /** Which of the member's private streams it is; 0 for their own. */
  readonly number: number;
}

const prefix = "private-";
const algorithm = "aes-256-cbc";
/** Each name is made once, and begins with its number: no two of a member begin alike. */
const noNonce = new Uint8Array(16);

/** @param claimKey Never changes. */
export function createPrivateStreams(claimKey: Uint8Array) {
  const key = new Uint8Array(hkdfSync("sha256", claimKey, new Uint8Array(), "private stream", 32));
  return {
    /** Name of a member's stream of this number, from 1, without gaps. */
    nameOf(memberId: string, number: number): string {
      const cipher = createCipheriv(algorithm, key, noNonce);
      const name = cipher.update(`${number} ${memberId}`, "utf8", "base64url") +
        cipher.final("base64url");
      return `${prefix}${name}`;
    },
    ownerOf(stream: string): StreamOwner {
      const own = { memberId: stream, number: 0 };
      if (!isPrivateStream(stream)) return own;
      try {
        const decipher = createDecipheriv(algorithm, key, noNonce);
        const name = decipher.update(stream.slice(prefix.length), "base64url", "utf8") +
          decipher.final("utf8");
        const space = name.indexOf(" ");
        return { memberId: name.slice(space + 1), number: Number(name.slice(0, space)) };
      } catch {
        // Somebody has written into the log: it is nobody's.
        return own;
      }
    },
  };
}

export function isPrivateStream(stream: string): boolean {
  return stream.startsWith(prefix);
}

const readAtOnce = 100;

/** All events in a member's private streams. */
export async function readPrivate(
  { log, privateStreams }: {
    readonly log: Pick<EventLog, "readStreams">;
    readonly privateStreams: PrivateStreams;
  },
  memberId: string,
): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  for (;;) {
    const names = Array.from(
      { length: readAtOnce },
      (_, at) => privateStreams.nameOf(memberId, found.length + at + 1),
    );
    const some = await log.readStreams(names);
    found.push(...some);
    if (some.length < readAtOnce) return found;
  }
}
