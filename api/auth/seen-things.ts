import { LRUCache } from "lru-cache";

const hourMs = 60 * 60 * 1000;
const slotBits = 17;
/** Things are counted by hash slot: of 5,000, about 90 share a slot and aren't counted. */
const distinctSlots = 2 ** slotBits;
/** 16 KB each: 32 MB at most. */
const maxKnown = 2000;

interface Hour {
  readonly endsAtMs: number;
  readonly seen: Uint8Array;
}

/**
 * Which things each person has seen within an hour. In memory of this process, bounded: the person away for longest
 * is forgotten first.
 */
export function createSeenThings(now: () => number) {
  const hours = new LRUCache<string, Hour>({ max: maxKnown });

  function seenBy(who: string): Uint8Array {
    const known = hours.get(who);
    // A clock that was set back doesn't make an hour longer.
    if (known !== undefined && now() < known.endsAtMs && known.endsAtMs <= now() + hourMs) {
      return known.seen;
    }
    const seen = new Uint8Array(distinctSlots / 8);
    hours.set(who, { endsAtMs: now() + hourMs, seen });
    return seen;
  }

  return {
    /**
     * The slots a person hasn't seen.
     *
     * @param slots See `slotOf`.
     */
    unseen(who: string, slots: readonly number[]): ReadonlySet<number> {
      const seen = seenBy(who);
      return new Set(slots.filter((slot) => ((seen[slot >>> 3] ?? 0) & (1 << (slot & 7))) === 0));
    },
    note(who: string, slots: Iterable<number>): void {
      const seen = seenBy(who);
      for (const slot of slots) seen[slot >>> 3] = (seen[slot >>> 3] ?? 0) | (1 << (slot & 7));
    },
  };
}

/** Slot of a thing. FNV-1a, since one answer can count a thousand. */
export function slotOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> slotBits)) & (distinctSlots - 1);
}
