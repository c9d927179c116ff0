/**
 * Room for more documents. Every array that has a place for each slot has to become longer now and
 * then; at a million documents that copies two hundred megabytes. So it begins while an eighth of
 * the room is still free, and each new document does a little of it: nobody waits for all.
 *
 * @module
 */

/** A part of the engine with arrays that have a place for each slot. */
export interface Growing {
  /** What has to be done so that there is room for `capacity` slots; in order, but with pauses. */
  grow(capacity: number): (() => void)[];
}

export interface Growth {
  /** Call it before a slot is taken, with the number of slots that were. */
  makeRoom(used: number): void;
  /** Makes room for so many slots and some more, at once. */
  reserve(used: number): void;
}

const firstRoom = 1024;
const stepsADocument = 2;

export function createGrowth(parts: readonly Growing[]): Growth {
  /** So many slots have a place in every array. */
  let room = 0;
  let target = 0;
  let steps: (() => void)[] = [];

  function begin(): void {
    target = Math.max(firstRoom, Math.ceil(room * 1.5));
    steps = parts.flatMap((part) => part.grow(target)).reverse();
  }

  function advance(count: number): void {
    for (let step = 0; step < count; step++) steps.pop()?.();
    if (steps.length === 0) room = target;
  }

  return {
    reserve(used) {
      target = Math.max(firstRoom, Math.ceil(used * 1.25));
      for (const step of parts.flatMap((part) => part.grow(target))) step();
      room = target;
    },
    makeRoom(used) {
      if (used * 8 < room * 7) return;
      if (room === target) begin();
      advance(used < room ? stepsADocument : steps.length);
    },
  };
}
