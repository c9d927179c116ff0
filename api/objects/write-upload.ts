import type { FileHandle } from "node:fs/promises";
import { maxUploadBytes, uploadLifetimeMs, UploadRefused } from "./object-store.ts";

/** Maximum time of an upload, so that no one holds a connection and a partial file forever. */
const receiveWithinMs = uploadLifetimeMs;

/**
 * Writes a stream into a file and counts its bytes, since a request's declared length can be wrong.
 *
 * @throws {UploadRefused} As soon as it is too large, or when it breaks off, is late, or is empty.
 */
export async function writeUpload(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const reader = body.getReader();
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, receiveWithinMs);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw new UploadRefused("broken-off", { cause: error });
      });
      if (isLate) throw new UploadRefused("broken-off");
      if (done) break;
      size += value.byteLength;
      if (size > maxUploadBytes) throw new UploadRefused("too-large");
      await file.write(value);
    }
  } finally {
    clearTimeout(late);
    await reader.cancel().catch(() => undefined);
  }
  if (size === 0) throw new UploadRefused("empty");
}
