import type { FileHandle } from "node:fs/promises";
import {
  BrokenOff,
  limitedParts,
  maxUploadBytes,
  TooLarge,
  uploadLifetimeMs,
  UploadRefused,
} from "./object-store.ts";

/** Time limit, so that no one occupies a connection and a partial file forever. */
const limits = { maxBytes: maxUploadBytes, withinMs: uploadLifetimeMs };

/**
 * Writes a stream into a file. Counts bytes, because a request's declared length can be wrong.
 * @throws {UploadRefused} As soon as it is too large, or if it breaks off, is late or is empty.
 */
export async function writeUpload(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  let isEmpty = true;
  try {
    for await (const part of limitedParts(body, limits)) {
      isEmpty &&= part.byteLength === 0;
      await file.write(part);
    }
  } catch (error) {
    if (error instanceof TooLarge) throw new UploadRefused("too-large");
    if (error instanceof BrokenOff) throw new UploadRefused("broken-off", { cause: error });
    throw error;
  }
  if (isEmpty) throw new UploadRefused("empty");
}
