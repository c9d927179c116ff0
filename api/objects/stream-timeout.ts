/** Maximum time without progress; on a bad line a part needs far less. */
const takeWithinMs = 120_000;

/**
 * The same stream, cancelled if nothing moves for a while because its reader doesn't read or its source hangs.
 * Otherwise a reader who never reads would hold a file or connection that others need.
 */
export function withStreamTimeout(
  body: ReadableStream<Uint8Array>,
  withinMs = takeWithinMs,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let late: ReturnType<typeof setTimeout> | undefined;

  function expectMore(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(late);
    late = setTimeout(() => {
      controller.error(new Error("No one took the rest of an object"));
      void reader.cancel().catch(() => undefined);
    }, withinMs);
  }

  return new ReadableStream<Uint8Array>({
    start: expectMore,
    async pull(controller) {
      expectMore(controller);
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      clearTimeout(late);
      controller.close();
    },
    async cancel(reason) {
      clearTimeout(late);
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
