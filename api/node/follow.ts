import { shareRuns } from "../../events/share-runs.ts";

/** Follows the log. Calls at the same time share their work. */
export interface Follower {
  /** Resolves once everything recorded before the call is applied. */
  catchUp(): Promise<void>;
}

/**
 * Followers catch up, each after the one it reads from. Called after every command, before its
 * answer, so that writers see their own changes.
 * @param version Changes with anything new; if `undefined`, as on a server, all are asked.
 */
export function createCatchUpAll(
  followers: readonly Follower[],
  version: () => number | undefined,
): () => Promise<void> {
  let settledAt: number | undefined;
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

export interface Interval {
  readonly firstMs: number;
  /** From the end of a run to the next one. */
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
