/**
 * Incremental growth of the arrays that have a place for each slot. At a million documents, growing copies
 * two hundred megabytes. So it begins while an eighth of the places are still free, and each new document
 * does a small step of it: no document waits for all.
 *
 * @module
 */
import type { Numbers } from "./numbers.ts";

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
const pieceBytes = 2 ** 19;

/**
 * Steps that give an array this length. The system gives memory when it is first written to, which
 * takes five times as long as copying: so that is done a piece at a time.
 */
export function lengthen<T extends Numbers>(
  length: number,
  read: () => T,
  write: (longer: T) => void,
): (() => void)[] {
  const kind = read().constructor as new (length: number) => T;
  const piece = pieceBytes / read().BYTES_PER_ELEMENT;
  let longer: T | undefined;
  const made = () => longer ??= new kind(length);
  const touch = (start: number) => () => void made().fill(0, start, start + piece);
  // Where nothing was, nothing is copied.
  const pieces = read().length === 0 ? 0 : Math.ceil(length / piece);
  const copy = () => {
    made().set(read());
    write(made());
  };
  return [...Array.from({ length: pieces }, (_, at) => touch(at * piece)), copy];
}

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
      advance(used < room ? 1 : steps.length);
    },
  };
}
