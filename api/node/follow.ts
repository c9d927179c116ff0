/** Something that follows the log. Calls at the same time share their work. */
export interface Follower {
  /** Resolves once everything that was recorded before the call has been taken in. */
  catchUp(): Promise<void>;
}

/**
 * Lets followers catch up, each after the one it reads from. Called after every command, before its
 * answer, so that writers read and find their own writes.
 *
 * @param version Another one as soon as there may be something new; `undefined` when that cannot be
 * told, as on a server: then followers are asked each time.
 */
export function createCatchUpAll(
  followers: readonly Follower[],
  version: () => string | undefined,
): () => Promise<void> {
  /** Of a moment before which everything has been taken in. */
  let settledAt: string | undefined;
  return async () => {
    const before = version();
    if (before !== undefined && before === settledAt) return;
    for (const follower of followers) await follower.catchUp();
    settledAt = before;
  };
}

/** When work is repeated, in milliseconds. */
export interface Rhythm {
  /** From now to the first run. */
  readonly firstMs: number;
  /** From the end of a run to the next one. */
  readonly pauseMs: number;
}

/**
 * Runs something again and again, a pause after each end.
 *
 * @returns Ends it; resolves once the last run is over.
 */
export function repeat(
  work: () => Promise<void>,
  { firstMs, pauseMs, onError }: Rhythm & { readonly onError: (error: unknown) => void },
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
