interface Handlers {
  /** Called when something has changed, or may have without a connection. */
  readonly onNews: () => void;
  /** Called when there has been no connection for a while. */
  readonly onAway: () => void;
  readonly onBack: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** A restarting server is unavailable for this many tries. */
const triesUntilAway = 2;

/**
 * Follows server-sent events while the page is visible. A hidden page ends its stream, and checks
 * for news when it is visible again. After a failure it retries with growing pauses, and checks
 * each time, so that news arrives without streams, too. The returned function ends it.
 */
export function followEvents(
  address: string,
  { onNews, onAway, onBack }: Handlers,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function connect(): void {
    disconnect();
    if (isStopped || document.hidden) return;
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener("changed", onNews);
    opened.onopen = () => {
      failures = 0;
      onBack();
      onNews();
    };
    // EventSource's own retries have no growing pauses, and end after an error status.
    opened.onerror = () => {
      if (source !== opened) return;
      disconnect();
      failures += 1;
      if (failures >= triesUntilAway) onAway();
      if (failures > 1) onNews();
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      // Random, so that pages don't all connect at once after a restart.
      timer = setTimeout(connect, pauseMs * (0.5 + Math.random()));
    };
  }

  // A hidden page only disconnects.
  document.addEventListener("visibilitychange", connect);
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  // The page was restored from the browser's back/forward cache.
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  connect();
  return () => {
    isStopped = true;
    disconnect();
  };
}
