import { createCipheriv, createDecipheriv } from "node:crypto";
import { deriveKey } from "../derive-key.ts";
import type { EventLog, Recorded } from "../log/event-log.ts";
import type { MemberEvent } from "./events.ts";

/**
 * Private streams: a member's events that involve others. A stream's name is the member's id and a
 * number, encrypted, so no one can tell whose it is, or that two belong together. With the secret,
 * streams can be found and erased even if the member's own key is lost.
 */
export type PrivateStreams = ReturnType<typeof createPrivateStreams>;

export interface StreamOwner {
  readonly memberId: string;
  /** Number of the private stream; 0 for the member's own, clear stream. */
  readonly number: number;
}

export interface PrivateEvent {
  readonly memberId: string;
  readonly position: number;
  readonly atMs: number;
  readonly event: MemberEvent;
}

const prefix = "private-";
const algorithm = "aes-256-cbc";
/** A constant is safe: each name is encrypted once and begins with its number, so no two of a member begin alike. */
const noNonce = new Uint8Array(16);

/** @param claimKey Never changes. */
export function createPrivateStreams(claimKey: Uint8Array) {
  const key = deriveKey(claimKey, "private stream");
  return {
    /** Name of a member's stream by number, from 1, without gaps. */
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
        // Not a name of ours: someone else has written into the log.
        return own;
      }
    },
  };
}

export function isPrivateStream(stream: string): boolean {
  return stream.startsWith(prefix);
}

/** How many more streams than expected the first read asks for, and how many each read after it. */
const [extra, pageLength] = [16, 100];

/** Events in a member's private streams, in order, after a number. As many as `expected` are read at once. */
export async function readPrivate(
  { log, privateStreams }: {
    readonly log: Pick<EventLog, "readStreams">;
    readonly privateStreams: PrivateStreams;
  },
  memberId: string,
  { after = 0, expected = 0 } = {},
): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  for (let length = Math.max(expected - after, 0) + extra;; length = pageLength) {
    const names = Array.from(
      { length },
      (_, at) => privateStreams.nameOf(memberId, after + found.length + at + 1),
    );
    const some = await log.readStreams(names);
    found.push(...some);
    if (some.length < length) return found;
  }
}
