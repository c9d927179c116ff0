/** So long may nothing of an answer be taken: on a bad line, it is many times what a part needs. */
const takeWithinMs = 120_000;

/**
 * The same stream, as long as somebody takes it: when nothing of it has moved for a while, because its
 * reader does not read or its source does not go on, it breaks off. Otherwise whoever asks and never
 * reads would keep a file or a connection to the store, which others need.
 */
export function whileTaken(
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
