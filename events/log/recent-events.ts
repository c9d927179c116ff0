import type { EventLog, Recorded } from "./event-log.ts";

/** As many as are recorded while those before them are folded; an import is read again. */
const keptEvents = 64;

export interface RecentEvents {
  /** Does what the log does; what is recorded through it is kept for a while. */
  readonly log: EventLog;
  /** The same log for who follows it: what is kept is not read again, and may be older than what is on the disk. */
  readonly followed: EventLog;
}

/**
 * Keeps the last events that were recorded here, so that they are folded without being read again. No two events
 * have one position, so those that follow each other without a gap are all there are, whoever else records. What is
 * erased or forgotten here is not kept; what another process erases may be folded once more, as if just before,
 * together with its erasure.
 */
export function keepRecent(log: EventLog): RecentEvents {
  const recent = new Map<number, Recorded>();

  function keep(recorded: readonly Recorded[]): void {
    if (recorded.length > keptEvents) return;
    for (const event of recorded) recent.set(event.position, event);
    for (const position of recent.keys()) {
      if (recent.size <= keptEvents) return;
      recent.delete(position);
    }
  }

  function following(after: number, limit: number): Recorded[] {
    const events: Recorded[] = [];
    for (let position = after + 1; events.length < limit; position++) {
      const event = recent.get(position);
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  const noted: EventLog = {
    ...log,
    async append(commits) {
      const recorded = await log.append(commits);
      if (commits.some(({ erase }) => erase)) recent.clear();
      else keep(recorded);
      return recorded;
    },
    async forget(what) {
      await log.forget(what);
      recent.clear();
    },
  };
  return {
    log: noted,
    followed: {
      ...noted,
      async read(options) {
        const known = following(options.after, options.limit);
        return known.length > 0 ? known : await log.read(options);
      },
    },
  };
}
