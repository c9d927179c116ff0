/** Readers: whether people are reading, for what leaves them room. */
export interface Readers {
  /** Somebody asks for something to read. */
  note(): void;
  areThere(): boolean;
}

/** Longer than those who read one thing after the other leave between two. */
const momentMs = 30;

/** @param now Milliseconds that never run backwards. */
export function createReaders(now: () => number = () => performance.now()): Readers {
  let notedAt = -Infinity;
  return {
    note: () => void (notedAt = now()),
    areThere: () => now() - notedAt < momentMs,
  };
}
