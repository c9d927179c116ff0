import type { MiddlewareHandler } from "hono";
import { Problem } from "../problems.ts";

/** Even on slow connections, the largest body takes only a few seconds. */
const readWithinMs = 30_000;

/**
 * Body limit: a request body is read to its end before anyone uses it. One that is too large is refused
 * as soon as that is known. One that breaks off, is late or isn't valid HTTP is the client's error.
 *
 * @param maxBytesAt Size limit of a path.
 * @param options.whatToDo Added to the message when the body is too large.
 */
export function wholeBody(
  maxBytesAt: (path: string) => number,
  { withinMs = readWithinMs, whatToDo = pleaseShorten }: {
    readonly withinMs?: number;
    readonly whatToDo?: (maxBytes: number) => string;
  } = {},
): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const maxBytes = maxBytesAt(c.req.path);
    const tooLarge = () => new Problem(413, whatToDo(maxBytes));
    if (raw.body !== null) {
      if (Number(raw.headers.get("Content-Length")) > maxBytes) throw tooLarge();
      c.req.raw = new Request(raw, {
        body: await read(raw.body, { maxBytes, withinMs, tooLarge }),
      });
    }
    await next();
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  { maxBytes, withinMs, tooLarge }: {
    readonly maxBytes: number;
    readonly withinMs: number;
    readonly tooLarge: () => Problem;
  },
): Promise<Blob> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, withinMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw new Problem(408, "The request took too long. Try again.");
      if (done) return new Blob(chunks);
      size += value.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(new Uint8Array(value));
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, "The request was interrupted. Try again.");
  } finally {
    clearTimeout(late);
    void reader.cancel().catch(() => undefined);
  }
}

function pleaseShorten(maxBytes: number): string {
  const most = Math.floor(maxBytes / 1024);
  return `This is too long to send. Shorten it to less than ${most} KB.`;
}

const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Refuses bodies that are not JSON: forms post to the pages' own routes. */
export const jsonOnly: MiddlewareHandler = async (c, next) => {
  const type = c.req.header("Content-Type");
  if (!isEmpty(c.req.raw) && !json.test(type ?? "")) {
    throw new Problem(415, "The body must be JSON, sent as application/json");
  }
  await next();
};

/**
 * Whether a request has no body. The server makes a stream for every DELETE, even for an empty one; but only a
 * body comes with headers about it.
 */
function isEmpty({ body, headers }: Request): boolean {
  if (body === null || headers.get("Content-Length") === "0") return true;
  return !["Content-Length", "Transfer-Encoding", "Content-Type"].some((name) => headers.has(name));
}
