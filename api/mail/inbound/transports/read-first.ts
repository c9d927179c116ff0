/** Maximum bytes to read: one more than is accepted, so that a larger mail is recognized. */
export const maxMailBytes = 5 * 1024 * 1024 + 1;

/**
 * Returns the first bytes of a stream. Reads the rest, too, so that its sender gets the answer.
 * @throws When the stream breaks off, or the reason of the signal.
 */
export async function readFirst(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", cancel);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      if (size < maxBytes) chunks.push(value);
      size += value.length;
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
  return new Uint8Array(Buffer.concat(chunks, Math.min(size, maxBytes)));
}
