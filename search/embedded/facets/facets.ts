/**
 * Facet counts of all groups, and the documents that pass all filters.
 *
 * @module
 */
import type { Role } from "../../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facetNames, facets } from "../../facets.ts";
import type { FacetCount, Filters } from "../../profile-search.ts";
import type { ProfileDocument } from "../../project-document.ts";
import type { Synonyms } from "../../synonyms.ts";
import { words } from "../../text.ts";
import { bitOf, bitsLength, listBits, part } from "../memory/bits.ts";
import { createFacetColumn } from "./facet-column.ts";
import { createFilterMasks, type FilterMask } from "./filter-masks.ts";
import { createGroupCounts, type GroupCounts } from "./group-counts.ts";
import { type Growing, lengthen } from "../memory/growth.ts";
import { type Image, under, within } from "../memory/image.ts";
import { isZero } from "../memory/numbers.ts";
import { admittedKinds, type Slots } from "../memory/slots.ts";
import { byWords, type SpellingRules } from "./spellings.ts";
import { createTally, type Tally } from "./tally.ts";
import type { Values } from "./values.ts";

export type FacetCounts = Record<FacetGroup, FacetCount[]>;

export interface Counted {
  /** How many documents pass all filters. */
  readonly total: number;
  readonly facets: FacetCounts;
}

export interface CountedHits extends Counted {
  /** The first `total` are the hits that pass, until the next call. */
  readonly slots: Uint32Array;
}

/** The first `count` of `slots`, and by slot a score that is 0 for all others. */
export interface Hits {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly scores: Uint16Array;
}

export interface Facets extends Growing {
  add(slot: number, document: ProfileDocument): void;
  /** Call this while the slot still has its kind. */
  remove(slot: number): void;
  values(group: FacetGroup): Values;
  /** The filter mask over a set of slots; it lasts until the next call. */
  filterMask(filters: Filters, everyone: Uint32Array): FilterMask;
  /** Counts what a text has found among the relevant slots of a mask. */
  countHits(mask: FilterMask, role: Role | undefined, hits: Hits): CountedHits;
  /** Counts all documents that the mask lets through; `role` is that of its set. */
  countAll(mask: FilterMask, role: Role | undefined): Counted;
  /** Counts single groups; see there. */
  readonly countGroups: GroupCounts["of"];
  image(): Image;
  /** Call it when the slots are restored. */
  restore(image: Image): void;
}

/**
 * Values with labels of their own are fixed: each is a value of its own, which all labels complete. So
 * does what people call the values of a list.
 */
function rulesOf(group: FacetGroup, { wordsOf }: Synonyms): SpellingRules {
  const { choices, labels } = facets[group];
  if (choices === undefined) return byWords;
  return {
    keyOf: labels === undefined ? byWords.keyOf : (text) => text,
    wordsOf: (text) =>
      facetNames(group, text).flatMap((name) => [...words(name), ...wordsOf(name)]),
  };
}

export function createFacets(slots: Slots, synonyms: Synonyms): Facets {
  const columns = facetGroups.map((group) => createFacetColumn(slots, rulesOf(group, synonyms)));
  const tallies = columns.map(createTally);
  const filterMasks = createFilterMasks(columns);
  const groupCounts = createGroupCounts(slots, columns, tallies);
  /** Slots that pass, or that a count is made of. */
  let listed = new Uint32Array(0);
  /** Slots that do not pass, and those of them that one group refuses. */
  let others = new Uint32Array(0);
  let refused = new Uint32Array(0);
  let refusedBits = new Uint32Array(0);

  function countHits(mask: FilterMask, role: Role | undefined, hits: Hits): CountedHits {
    if (mask.filtered.length > 0) {
      const total = filterHits(mask, hits);
      return { slots: listed, total, facets: countAllOf(listed, total) };
    }
    const { bits, count: everyone } = slots.everyone(role);
    const facets = everyone - hits.count < hits.count
      ? countWithout(listOthers(bits, hits), role)
      : countAllOf(hits.slots, hits.count);
    return { slots: hits.slots, total: hits.count, facets };
  }

  function countAll({ filtered, passing, relevant }: FilterMask, role: Role | undefined): Counted {
    const admitted = admittedKinds(role);
    const [first, second] = filtered;
    if (first === undefined) {
      const facets = eachGroup((tally) => tally.takeTotals(admitted));
      return { total: slots.everyone(role).count, facets };
    }
    if (second !== undefined) {
      for (const { group, accepts } of filtered) {
        tallies[group]!.add(listed, listRefused(relevant, accepts));
      }
    }
    const total = listBits(passing, listed);
    const facets = countAllOf(listed, total);
    if (second === undefined) {
      // Without its own filter, the only filtered group counts everyone: that is known.
      facets[facetGroups[first.group]!] = tallies[first.group]!.takeTotals(admitted);
    }
    return { total, facets };
  }

  /** Moves hits that pass to `listed`, and counts the others in the group that refuses them. */
  function filterHits({ passing, filtered }: FilterMask, hits: Hits): number {
    const total = part(hits.slots, hits.count, passing, listed, others);
    let rest = hits.count - total;
    for (const [at, { group, accepts }] of filtered.entries()) {
      const tally = tallies[group]!;
      // Relevant hits are refused once at most: what no other group refused, the last one did.
      if (at === filtered.length - 1) tally.add(others, rest);
      else {
        const kept = part(others, rest, accepts, others, refused);
        tally.add(refused, rest - kept);
        rest = kept;
      }
    }
    return total;
  }

  /** Lists the slots of `bits` that are not in `accepts`. */
  function listRefused(bits: Uint32Array, accepts: Uint32Array): number {
    for (let at = 0; at < bits.length; at++) refusedBits[at] = bits[at]! & ~accepts[at]!;
    return listBits(refusedBits, listed);
  }

  function listOthers(everyone: Uint32Array, { scores }: Hits): number {
    const { used } = slots;
    const list = listed;
    let count = 0;
    for (let slot = 0; slot < used; slot++) {
      list[count] = slot;
      count += isZero(scores[slot]!) & bitOf(everyone, slot);
    }
    return count;
  }

  function countAllOf(these: Uint32Array, count: number): FacetCounts {
    return eachGroup((tally) => {
      tally.add(these, count);
      return tally.take();
    });
  }

  function countWithout(count: number, role: Role | undefined): FacetCounts {
    return eachGroup((tally) => {
      tally.add(listed, count);
      return tally.takeOthers(admittedKinds(role));
    });
  }

  function eachGroup(count: (tally: Tally) => FacetCount[]): FacetCounts {
    return byGroup((_, at) => count(tallies[at]!));
  }

  return {
    add(slot, document) {
      for (const [group, name] of facetGroups.entries()) {
        columns[group]!.add(slot, facets[name].valuesOf(document));
      }
    },
    remove(slot) {
      for (const ofGroup of columns) ofGroup.remove(slot);
    },
    values: (group) => columns[facetGroups.indexOf(group)]!.values,
    filterMask: filterMasks.make,
    countHits,
    countAll,
    countGroups: groupCounts.of,
    image() {
      const images = columns.map((ofGroup, group) =>
        under(`${facetGroups[group]}`, ofGroup.image())
      );
      return Object.assign({}, ...images);
    },
    restore(image) {
      for (const [group, ofGroup] of columns.entries()) {
        ofGroup.restore(within(`${facetGroups[group]}`, image));
      }
    },
    grow(capacity) {
      return [
        ...columns.flatMap((ofGroup) => ofGroup.grow(capacity)),
        ...filterMasks.grow(capacity),
        ...groupCounts.grow(capacity),
        // One more than there can be: loops without branches write before they know.
        ...lengthen(capacity + 1, () => listed, (longer) => listed = longer),
        ...lengthen(capacity + 1, () => others, (longer) => others = longer),
        ...lengthen(capacity + 1, () => refused, (longer) => refused = longer),
        () => {
          refusedBits = new Uint32Array(bitsLength(capacity));
        },
      ];
    },
  };
}
