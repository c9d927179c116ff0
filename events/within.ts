import { setTimeout } from "node:timers/promises";

export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = setTimeout(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  return await Promise.race([work, late]).finally(() => timer.abort());
}
