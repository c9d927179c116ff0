import { describeError, type Log } from "../node/log.ts";

const everyMs = 60_000;

/** Logs when Meilisearch becomes unavailable, then once a minute, and when it is available again. */
export function createOutage(log: Log, nowMs: () => number) {
  let sinceMs: number | undefined;
  let saidAtMs = -Infinity;

  return {
    failed(error: unknown): void {
      const atMs = nowMs();
      if (atMs - saidAtMs < everyMs) return;
      // The stack adds nothing; the server's or network's message helps.
      const { stack: _, ...reason } = describeError(error);
      if (sinceMs === undefined) log({ level: "warning", event: "Meilisearch is away", ...reason });
      else {
        const minutes = Math.round((atMs - sinceMs) / 60_000);
        log({ level: "warning", event: "Meilisearch is still away", minutes, ...reason });
      }
      sinceMs ??= atMs;
      saidAtMs = atMs;
    },
    recovered(): void {
      if (sinceMs !== undefined) log({ level: "info", event: "Meilisearch answers again" });
      sinceMs = undefined;
      saidAtMs = -Infinity;
    },
  };
}
