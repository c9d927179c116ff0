import { chainAll, type Chained, eventIds } from "./chain.ts";
import {
  type Claim,
  ClaimTaken,
  type Commit,
  emptyStream,
  type EventLog,
  type Recorded,
  VersionConflict,
} from "./event-log.ts";
import { createMemoryOutbox } from "./memory-outbox.ts";

/** The log in this process: for tests and for trying things out. */
export function createMemoryLog(now: () => number): EventLog {
  const events: Recorded[] = [];
  const claims = new Map<string, string>();
  const outbox = createMemoryOutbox(now);

  const streamOf = (memberId: string) => events.filter((event) => event.memberId === memberId);
  const headOf = (memberId: string) => streamOf(memberId).at(-1) ?? emptyStream;

  function refuseStaleHeads(commits: readonly Commit[]) {
    for (const { memberId, head } of commits) {
      const { version, hash } = headOf(memberId);
      if (version !== head.version || hash !== head.hash) throw new VersionConflict();
    }
  }

  /** The claims as they are after all commits; the claims of now stay untouched. */
  function claimsAfter(commits: readonly Commit[]): Map<string, string> {
    const after = new Map(claims);
    for (const { memberId, claim = [], release = [], erase } of commits) {
      for (const [key, holder] of after) {
        if (erase && holder === memberId) after.delete(key);
      }
      for (const old of release) {
        if (after.get(keyOf(old)) === memberId) after.delete(keyOf(old));
      }
      for (const wanted of claim) {
        if (after.has(keyOf(wanted))) throw new ClaimTaken(wanted.kind);
        after.set(keyOf(wanted), memberId);
      }
    }
    return after;
  }

  return {
    outbox,
    async append(commits) {
      const ids = eventIds(commits);
      if (ids.length === 0) return [];
      const known = events.filter(({ eventId }) => ids.includes(eventId));
      if (known.length === ids.length) return known;
      if (known.length > 0 || new Set(ids).size < ids.length) throw new VersionConflict();
      refuseStaleHeads(commits);
      const newClaims = claimsAfter(commits);

      const recorded = chainAll(commits, events.at(-1)?.atMs ?? 0, now).flat().map(
        (event: Chained, index) => ({ ...event, position: events.length + index + 1 }),
      );
      events.push(...recorded);
      claims.clear();
      for (const [key, holder] of newClaims) claims.set(key, holder);
      for (const { memberId, mail = [], erase } of commits) {
        outbox.addNow(memberId, mail);
        if (erase) forget(memberId);
      }
      return recorded.map((event) => events[event.position - 1] ?? event);
    },
    async readStream(memberId) {
      return streamOf(memberId);
    },
    async read({ after, limit }) {
      return events.slice(after, after + limit);
    },
    async lastPosition() {
      return events.length;
    },
    async lastAtMs() {
      return events.at(-1)?.atMs ?? 0;
    },
    async forgetErased() {},
  };

  function forget(memberId: string) {
    outbox.forget(memberId);
    events.forEach((event, index) => {
      if (event.memberId === memberId) events[index] = { ...event, sealed: null };
    });
  }
}

function keyOf({ kind, digest }: Claim): string {
  return `${kind}:${digest}`;
}
