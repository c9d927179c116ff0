/**
 * Facet counter of one group. Documents are counted by value set, in one step each, whatever the number
 * of values; then the counts of value sets are added up to counts of values.
 *
 * The totals over all documents are always known. When most documents match, it is faster to count the
 * others and to subtract them from the totals.
 *
 * @module
 */
import type { FacetCount } from "../../profile-search.ts";
import type { FacetColumn } from "./facet-column.ts";
import { withRoom } from "../memory/numbers.ts";

export interface Tally {
  /** Counts the first `count` of `slots`. */
  add(slots: Uint32Array, count: number): void;
  /** The counts of what was added, which is then forgotten; most frequent first. */
  take(): FacetCount[];
  /** Lets `read` ask for the count of any value; what was added is then forgotten. */
  read<T>(read: (countOf: (value: number) => number) => T): T;
  /** The counts of all documents of the admitted kinds. */
  takeTotals(admitted: Uint8Array): FacetCount[];
  /** The counts of all documents of the admitted kinds but those that were added. */
  takeOthers(admitted: Uint8Array): FacetCount[];
}

/** Sort keys are a count and a place: more than any count, and more places than values. */
const counts = 2 ** 30;
const places = 2 ** 22;

export function createTally(column: FacetColumn): Tally {
  /** By value set: how many documents were added. */
  let added = new Uint32Array(64);
  /** The value sets that were added, unless it is so many documents that any may have been. */
  let occurring = new Uint32Array(64);
  let occurringCount = 0;
  let anyMayOccur = false;
  /** By value. */
  let byValue = new Float64Array(64);
  let keys = new Float64Array(64);
  let once = new Uint32Array(64);

  function makeRoom(): void {
    added = withRoom(added, column.valueSetCount);
    occurring = withRoom(occurring, column.valueSetCount);
    byValue = withRoom(byValue, column.values.texts.length);
    keys = withRoom(keys, column.values.texts.length);
    once = withRoom(once, column.values.texts.length);
  }

  function addFew(slots: Uint32Array, count: number): void {
    const { valueSets } = column;
    const sums = added;
    let found = occurringCount;
    for (let at = 0; at < count; at++) {
      const valueSet = valueSets[slots[at]!]!;
      if (sums[valueSet]!++ === 0) occurring[found++] = valueSet;
    }
    occurringCount = found;
  }

  function addMany(slots: Uint32Array, count: number): void {
    const { valueSets } = column;
    const sums = added;
    for (let at = 0; at < count; at++) sums[valueSets[slots[at]!]!]!++;
    anyMayOccur = true;
  }

  function addUp(): void {
    if (anyMayOccur) {
      for (let valueSet = 0; valueSet < column.valueSetCount; valueSet++) addUpValueSet(valueSet);
    } else {
      for (let at = 0; at < occurringCount; at++) addUpValueSet(occurring[at]!);
    }
    occurringCount = 0;
    anyMayOccur = false;
  }

  function addUpValueSet(valueSet: number): void {
    const count = added[valueSet]!;
    if (count === 0) return;
    added[valueSet] = 0;
    column.addTo(byValue, valueSet, count);
  }

  /** Lists what `countOf` says of each value, and resets `byValue`. */
  function list(countOf: (value: number) => number): FacetCount[] {
    const { texts } = column.values;
    const sorted = column.values.sorted();
    let length = 0;
    let onceLength = 0;
    for (let place = 0; place < sorted.length; place++) {
      const value = sorted[place]!;
      const count = countOf(value);
      byValue[value] = 0;
      // Most values of a long list, such as that of places, are held once: these are in order.
      if (count === 1) once[onceLength++] = value;
      // Sorts by count downwards, then by place, which is the code point order of the values.
      else if (count > 1) keys[length++] = (counts - count) * places + place;
    }
    keys.subarray(0, length).sort();
    const all = new Array<FacetCount>(length + onceLength);
    for (let at = 0; at < length; at++) {
      const complement = Math.floor(keys[at]! / places);
      const place = keys[at]! - complement * places;
      all[at] = { value: texts[sorted[place]!]!, count: counts - complement };
    }
    for (let at = 0; at < onceLength; at++) {
      all[length + at] = { value: texts[once[at]!]!, count: 1 };
    }
    return all;
  }

  return {
    add(slots, count) {
      makeRoom();
      if (count > column.valueSetCount) addMany(slots, count);
      else addFew(slots, count);
    },
    take() {
      makeRoom();
      addUp();
      return list((value) => byValue[value]!);
    },
    read(read) {
      makeRoom();
      addUp();
      const found = read((value) => byValue[value]!);
      byValue.fill(0);
      return found;
    },
    takeTotals(admitted) {
      makeRoom();
      return list((value) => column.values.totalOf(value, admitted));
    },
    takeOthers(admitted) {
      makeRoom();
      addUp();
      return list((value) => column.values.totalOf(value, admitted) - byValue[value]!);
    },
  };
}
