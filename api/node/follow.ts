import { shareRuns } from "../../events/share-runs.ts";

/** Something that follows the log. Calls at the same time share their work. */
export interface Follower {
  /** Resolves once everything that was recorded before the call is applied. */
  catchUp(): Promise<void>;
}

/**
 * Lets followers catch up, each after the one it reads from. Called after every command, before its
 * answer, so that writers read and find their own writes.
 *
 * @param version Changes as soon as there may be something new; `undefined` when that is unknown, as on a server.
 * Then followers are asked each time.
 */
export function createCatchUpAll(
  followers: readonly Follower[],
  version: () => string | undefined,
): () => Promise<void> {
  /** The version at which everything was applied. */
  let settledAt: string | undefined;
  const catchUp = shareRuns(async () => {
    const before = version();
    for (const follower of followers) await follower.catchUp();
    settledAt = before;
  });
  return async () => {
    const now = version();
    if (now === undefined || now !== settledAt) await catchUp();
  };
}

export interface Rhythm {
  readonly firstMs: number;
  /** From the end of a run to the next one. */
  readonly pauseMs: number;
}

/**
 * Runs work repeatedly, with a pause after each run.
 *
 * @returns A function that stops it, and resolves once the last run has ended.
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
