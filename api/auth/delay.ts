import { Abandoned } from "./concurrency-limit.ts";

/**
 * Delay on the global timer, which tests can replace by a fake clock, unlike `node:timers/promises`.
 *
 * @throws {Abandoned} When the signal aborts first.
 */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms === 0) return;
  if (signal?.aborted) throw new Abandoned();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const leave = () => {
    clearTimeout(timer);
    reject(new Abandoned());
  };
  signal?.addEventListener("abort", leave, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", leave);
  }
}
