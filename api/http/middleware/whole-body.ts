import { Buffer } from "node:buffer";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { addressKey } from "../../auth/limits/address-key.ts";
import {
  createKeyedConcurrencyLimit,
  TooManyWaiting,
} from "../../auth/limits/concurrency-limit.ts";
import { BrokenOff, limitedParts, TooLarge } from "../../objects/object-store.ts";
import { Problem } from "../../contract/problem.ts";
import type { PageEnv } from "./session.ts";

/** Even on slow connections, the largest body takes only a few seconds. */
const readWithinMs = 30_000;

/** Limits of bodies of one network address, read at once and waiting. Slow ones are in memory. */
const readAtOnce = 50;
const maxWaiting = 1000;

export type BodyReading = ReturnType<typeof createBodyReading>;

export function createBodyReading(atOnce = readAtOnce) {
  return createKeyedConcurrencyLimit(atOnce, maxWaiting);
}

/**
 * Reads a request body completely before use. One that is too large is refused as soon as that is known. One that
 * breaks off, is late or isn't valid HTTP is the client's error.
 *
 * @param reading Shared by everything that reads bodies.
 * @param maxBytesAt Size limit of a path.
 * @param options.whatToDo Added to the message when the body is too large.
 */
export function wholeBody(
  reading: BodyReading,
  maxBytesAt: (path: string) => number,
  { withinMs = readWithinMs, whatToDo = pleaseShorten }: {
    readonly withinMs?: number;
    readonly whatToDo?: (maxBytes: number) => string;
  } = {},
): MiddlewareHandler<PageEnv> {
  return async (c, next) => {
    const { raw } = c.req;
    const maxBytes = maxBytesAt(c.req.path);
    const tooLarge = () => new Problem(413, whatToDo(maxBytes));
    if (raw.body !== null) {
      if (Number(raw.headers.get("Content-Length")) > maxBytes) throw tooLarge();
      const { body: stream, signal } = raw;
      const body = await reading(
        addressKey(c.var.origin.ip),
        () => read(stream, { maxBytes, withinMs }, tooLarge),
        signal,
      ).catch((error) => {
        throw error instanceof TooManyWaiting ? tooManySend() : error;
      });
      // Copying ten megabytes takes as long as rendering a page.
      if (body.byteLength > 1_000_000) await yieldToEventLoop();
      c.req.raw = new Request(raw, { body });
    }
    await next();
  };
}

function tooManySend(): Problem {
  const message = "Too many requests are being sent from your network. Try again in a minute.";
  return new Problem(503, message, { retryAfterSeconds: 60 });
}

async function read(
  body: ReadableStream<Uint8Array>,
  limits: { readonly maxBytes: number; readonly withinMs: number },
  tooLarge: () => Problem,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Buffer.concat(await Array.fromAsync(limitedParts(body, limits)));
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge();
    if (error instanceof BrokenOff && error.isLate) {
      throw new Problem(408, "The request took too long. Try again.");
    }
    throw new Problem(400, "The request was interrupted. Try again.");
  }
}

function pleaseShorten(maxBytes: number): string {
  const most = Math.floor(maxBytes / 1024);
  return `This is too long to send. Shorten it to less than ${most} KB.`;
}

const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Forms post to the pages' own routes. */
export const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("Content-Type");
  if (!isEmpty(c.req.raw) && !json.test(type ?? "")) {
    throw new Problem(415, "The body must be JSON, sent as application/json");
  }
  await next();
};

/** The server makes a stream for every DELETE; only a real body has headers about it. */
function isEmpty({ body, headers }: Request): boolean {
  if (body === null || headers.get("Content-Length") === "0") return true;
  return !["Content-Length", "Transfer-Encoding", "Content-Type"].some((name) => headers.has(name));
}
