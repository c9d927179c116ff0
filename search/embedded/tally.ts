/**
 * Counts the values of one facet group. Documents are counted by choice, one step each whatever
 * the number of values; only then do the choices that occurred add up to values.
 *
 * The totals over all documents are always known. When most documents match, it is quicker to count
 * those that do not and to take these from the totals.
 *
 * @module
 */
import type { FacetCount } from "../profile-search.ts";
import type { Choices } from "./choices.ts";
import { withRoom } from "./numbers.ts";

export interface Tally {
  add(slot: number): void;
  addAll(slots: Uint32Array, count: number): void;
  /** The counts of what was added, which is then forgotten; most frequent first. */
  take(): FacetCount[];
  /** The counts of all documents of the admitted kinds. */
  takeTotals(admitted: Uint8Array): FacetCount[];
  /** The counts of all documents of the admitted kinds but those that were added. */
  takeOthers(admitted: Uint8Array): FacetCount[];
}

/** Sort keys are a count and a place: more than any count, and more places than values. */
const counts = 2 ** 30;
const places = 2 ** 22;

export function createTally(choices: Choices): Tally {
  /** By choice: how many documents were added. */
  let added = new Uint32Array(64);
  /** The choices that were added. */
  let occurring = new Uint32Array(64);
  let occurringCount = 0;
  /** By value. */
  let byValue = new Float64Array(64);
  let keys = new Float64Array(64);

  function makeRoom(): void {
    added = withRoom(added, choices.count);
    occurring = withRoom(occurring, choices.count);
    byValue = withRoom(byValue, choices.values.texts.length);
    keys = withRoom(keys, choices.values.texts.length);
  }

  function addUp(): void {
    for (let at = 0; at < occurringCount; at++) {
      const choice = occurring[at]!;
      const count = added[choice]!;
      added[choice] = 0;
      choices.addTo(byValue, choice, count);
    }
    occurringCount = 0;
  }

  /** Lists what `countOf` says of each value, and resets `byValue`. */
  function list(countOf: (value: number) => number): FacetCount[] {
    const { sorted, texts } = choices.values;
    let length = 0;
    for (let place = 0; place < sorted.length; place++) {
      const value = sorted[place]!;
      const count = countOf(value);
      byValue[value] = 0;
      // Sorts by count downwards, then by place, which is the code point order of the values.
      if (count > 0) keys[length++] = (counts - count) * places + place;
    }
    return Array.from(keys.subarray(0, length).sort(), (key) => ({
      value: texts[sorted[key % places]!]!,
      count: counts - Math.floor(key / places),
    }));
  }

  return {
    add(slot) {
      if (choices.count > added.length) makeRoom();
      const choice = choices.column[slot]!;
      if (added[choice]!++ === 0) occurring[occurringCount++] = choice;
    },
    addAll(slots, count) {
      makeRoom();
      const { column } = choices;
      const sums = added;
      for (let at = 0; at < count; at++) {
        const choice = column[slots[at]!]!;
        if (sums[choice]!++ === 0) occurring[occurringCount++] = choice;
      }
    },
    take() {
      makeRoom();
      addUp();
      return list((value) => byValue[value]!);
    },
    takeTotals(admitted) {
      makeRoom();
      return list((value) => choices.values.totalOf(value, admitted));
    },
    takeOthers(admitted) {
      makeRoom();
      addUp();
      return list((value) => choices.values.totalOf(value, admitted) - byValue[value]!);
    },
  };
}
