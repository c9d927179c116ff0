export interface Interval {
  readonly firstMs: number;
  /** Pause from the end of a run to the next one. */
  readonly pauseMs: number;
}

/** Repeats work with pauses. Returns a function that stops it after the last run. */
export function repeat(
  work: () => Promise<void>,
  { firstMs, pauseMs, onError }: Interval & { readonly onError: (error: unknown) => void },
): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number) {
    if (ended) return;
    timer = setTimeout(() => {
      running = work().catch(onError).finally(() => wait(pauseMs));
    }, ms);
  }

  wait(firstMs);
  return async () => {
    ended = true;
    clearTimeout(timer);
    await running;
  };
}
