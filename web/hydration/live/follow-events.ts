export interface EventsDependencies {
  /** Something has changed, or may have while there was no connection. */
  readonly onNews: () => void;
  /** There has been no connection for a while. */
  readonly onAway: () => void;
  readonly onBack: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** A server that restarts is away for so many tries. */
const triesUntilAway = 2;

/**
 * Follows server-sent events while the page is seen: a hidden one ends its stream, and looks for what is
 * new when it comes back. After a failure it tries again, after ever longer pauses, and looks each
 * time, so that news come without streams, too.
 */
export function followEvents(
  address: string,
  { onNews, onAway, onBack }: EventsDependencies,
): { stop(): void } {
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
    // Its own way of trying again knows no longer pauses, and gives up after an answer that is none.
    opened.onerror = () => {
      if (source !== opened) return;
      disconnect();
      failures += 1;
      if (failures >= triesUntilAway) onAway();
      if (failures > 1) onNews();
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      // Not all pages at once, after a restart.
      timer = setTimeout(connect, pauseMs * (0.5 + Math.random()));
    };
  }

  function followVisibility(): void {
    if (document.hidden) disconnect();
    else connect();
  }

  document.addEventListener("visibilitychange", followVisibility);
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  // Back from where the browser keeps pages.
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  connect();
  return {
    stop() {
      isStopped = true;
      disconnect();
    },
  };
}
