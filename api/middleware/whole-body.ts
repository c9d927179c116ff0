import type { MiddlewareHandler } from "hono";
import { Problem } from "../problems.ts";

/**
 * Reads the body before anyone needs it: one that is too large is refused as soon as that is known,
 * and one that breaks off, or is no HTTP, is the sender's mistake and no fault of whoever reads it.
 */
export function wholeBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    if (raw.body !== null) {
      if (Number(raw.headers.get("Content-Length")) > maxBytes) throw tooLarge();
      c.req.raw = new Request(raw, { body: await read(raw.body, maxBytes) });
    }
    await next();
  };
}

async function read(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(new Uint8Array(chunk));
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, "The request broke off, please try again");
  }
  return new Blob(chunks);
}

function tooLarge(): Problem {
  return new Problem(413, "The body is too large");
}
