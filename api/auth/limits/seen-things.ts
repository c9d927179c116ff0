import { LRUCache } from "lru-cache";

const hourMs = 60 * 60 * 1000;
/** The number of bits in a small integer. */
const slotBits = 30;
/** Upper bound on remembered people; the least recent reader is dropped first. */
const maxKnown = 2000;

interface Hour {
  readonly endsAtMs: number;
  readonly seen: Set<number>;
}

/** Which things each person has seen within an hour, in memory of this process. */
export function createSeenThings(now: () => number) {
  const hours = new LRUCache<string, Hour>({ max: maxKnown });

  function seenBy(who: string): Set<number> {
    const known = hours.get(who);
    // A clock that was set back doesn't make an hour longer.
    if (known !== undefined && now() < known.endsAtMs && known.endsAtMs <= now() + hourMs) {
      return known.seen;
    }
    const seen = new Set<number>();
    hours.set(who, { endsAtMs: now() + hourMs, seen });
    return seen;
  }

  return {
    /** The slots (see `slotOf`) that a person hasn't seen. */
    unseen(who: string, slots: readonly number[]): ReadonlySet<number> {
      const seen = seenBy(who);
      // Usually all were seen: a set of all slots takes longer.
      return new Set(slots.filter((slot) => !seen.has(slot)));
    },
    note(who: string, slots: Iterable<number>): void {
      const seen = seenBy(who);
      for (const slot of slots) seen.add(slot);
    },
  };
}

/** Of 5,000 things, hardly ever two share a slot. FNV-1a is fast for long lists. */
export function slotOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> slotBits)) & (2 ** slotBits - 1);
}
