import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { Busboy } from "@fastify/busboy";

/** Parsed in a millisecond or two. */
const stepBytes = 65_536;

/**
 * Reads a form with a large file step by step. Between two steps, the process answers other requests.
 *
 * @throws {Error} When the form breaks off, or a field that isn't a file has more than a megabyte.
 */
export async function readLargeForm(body: ArrayBuffer, type: string): Promise<FormData> {
  const form = new FormData();
  const parser = new Busboy({ headers: { "content-type": type } });
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  // It is awaited after the last step.
  finished.catch(() => {});
  parser.on("finish", resolve);
  parser.on("error", reject);
  parser.on("field", (name, text, isNameCut, isTextCut) => {
    if (isNameCut || isTextCut) reject(new Error("A field is too long"));
    form.append(name, text);
  });
  parser.on("file", (name, stream, fileName, _, type) => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    stream.on("error", reject);
    stream.on("data", (part) => parts.push(part));
    stream.on("end", () => form.append(name, new File(parts, fileName, { type })));
  });
  for (let start = 0; start < body.byteLength; start += stepBytes) {
    const length = Math.min(stepBytes, body.byteLength - start);
    parser.write(new Uint8Array(body, start, length));
    await yieldToEventLoop();
  }
  parser.end();
  await finished;
  return form;
}
