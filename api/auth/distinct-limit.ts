import { LRUCache } from "lru-cache";

/** How many different things each of many may have in an hour. */
export interface DistinctLimit {
  /**
   * Counts things that somebody is about to have; those that they had within the hour are free.
   *
   * @param slots Of the things, from 0 to `distinctSlots`.
   * @param atMost How many they may have in an hour.
   * @returns Milliseconds to wait when they are too many, and are not counted; otherwise nothing.
   */
  take(who: string, slots: readonly number[], atMost: number): number | undefined;
}

const hourMs = 60 * 60 * 1000;
const slotBits = 17;
/** Things are counted by hash slot: of 5,000 about 90 fall into one that is taken, and are free. */
const distinctSlots = 2 ** slotBits;
/** 16 KB each: 32 MB at most. */
const maxKnown = 2000;

interface Hour {
  readonly endsAtMs: number;
  readonly had: Uint8Array;
  count: number;
}

/** Counts in this process, in bounded memory: who was away for longest is forgotten first. */
export function createDistinctLimit(now: () => number): DistinctLimit {
  const hours = new LRUCache<string, Hour>({ max: maxKnown });

  function hourOf(who: string): Hour {
    const known = hours.get(who);
    // A clock that was set back does not make an hour longer.
    if (known !== undefined && now() < known.endsAtMs && known.endsAtMs <= now() + hourMs) {
      return known;
    }
    const hour = { endsAtMs: now() + hourMs, had: new Uint8Array(distinctSlots / 8), count: 0 };
    hours.set(who, hour);
    return hour;
  }

  return {
    take(who, slots, atMost) {
      const hour = hourOf(who);
      const { had } = hour;
      const fresh = new Set<number>();
      for (const slot of slots) {
        if (((had[slot >>> 3] ?? 0) & (1 << (slot & 7))) === 0) fresh.add(slot);
      }
      if (fresh.size === 0) return undefined;
      if (hour.count + fresh.size > atMost) return hour.endsAtMs - now();
      for (const slot of fresh) had[slot >>> 3] = (had[slot >>> 3] ?? 0) | (1 << (slot & 7));
      hour.count += fresh.size;
      return undefined;
    },
  };
}

/** The slot of a thing: FNV-1a, since a thousand of them are counted in one answer. */
export function slotOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> slotBits)) & (distinctSlots - 1);
}
