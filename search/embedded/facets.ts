/**
 * Filters and counts. A document that no group's filter refuses counts in every group; one that
 * exactly one group refuses counts in that group alone, as it would match without that filter. So
 * one pass over the candidates gives the hits and the counts of all groups.
 *
 * @module
 */
import {
  type FacetCount,
  type FacetGroup,
  facetGroups,
  type Filters,
  type ProfileDocument,
} from "../profile-search.ts";
import { type Choices, createChoices } from "./choices.ts";
import { withLength, withRoom } from "./numbers.ts";
import type { Slots } from "./slots.ts";
import { createTally, type Tally } from "./tally.ts";

export type FacetCounts = Record<FacetGroup, FacetCount[]>;

export interface Counted {
  /** The first `total` are the slots that pass the filters; `undefined` is all that match. */
  readonly slots: Uint32Array | undefined;
  readonly total: number;
  readonly facets: FacetCounts;
}

export interface Facets {
  add(slot: number, document: ProfileDocument): void;
  /** Call this while the slot still has its kind. */
  remove(slot: number): void;
  /** Counts the documents that a text has found. */
  countHits(filters: Filters, hits: Hits, admitted: Uint8Array): Counted;
  /** Counts all documents of the admitted kinds. */
  countAll(filters: Filters, admitted: Uint8Array): Counted;
  /** Whether a document passes the filters of the last count. */
  passes(slot: number): boolean;
  grow(capacity: number): void;
}

/** The first `count` of `slots`, and by slot a score that is 0 for all others. */
export interface Hits {
  readonly slots: Uint32Array;
  readonly count: number;
  readonly scores: Uint16Array;
}

interface Group {
  readonly name: FacetGroup;
  readonly choices: Choices;
  readonly tally: Tally;
  /** By choice: 1 when it passes the filter. */
  passes: Uint8Array;
  /** The choices that pass. */
  passing: number[];
}

export function createFacets(slots: Slots): Facets {
  const groups = facetGroups.map((name): Group => {
    const choices = createChoices();
    return { name, choices, tally: createTally(choices), passes: new Uint8Array(64), passing: [] };
  });
  /** The groups that the last count has filtered. */
  let filtered: readonly Group[] = [];
  let scratch = new Uint32Array(0);

  function countHits(filters: Filters, hits: Hits, admitted: Uint8Array): Counted {
    apply(filters);
    if (filtered.length === 0) {
      const facets = hits.count * 2 > slots.live
        ? countWithoutOthers(hits, admitted)
        : countThese(hits.slots, hits.count);
      return { slots: hits.slots, total: hits.count, facets };
    }
    const total = sift(hits.slots, hits.count);
    return { slots: scratch, total, facets: countThese(scratch, total) };
  }

  function countAll(filters: Filters, admitted: Uint8Array): Counted {
    apply(filters);
    if (filtered.length === 0) {
      const facets = eachGroup(({ tally }) => tally.takeTotals(admitted));
      return { slots: undefined, total: slots.countKinds(admitted), facets };
    }
    const count = gather(admitted);
    const total = sift(scratch, count, filtered.length === 1);
    const facets = countThese(scratch, total);
    // Without its own filter, the only filtered group counts everyone: that is known.
    if (filtered.length === 1) {
      for (const { name, tally } of filtered) facets[name] = tally.takeTotals(admitted);
    }
    return { slots: scratch, total, facets };
  }

  function countThese(these: Uint32Array, count: number): FacetCounts {
    return eachGroup(({ tally }) => {
      tally.addAll(these, count);
      return tally.take();
    });
  }

  function countWithoutOthers(hits: Hits, admitted: Uint8Array): FacetCounts {
    const { kinds, used } = slots;
    let others = 0;
    for (let slot = 0; slot < used; slot++) {
      if (hits.scores[slot] === 0 && admitted[kinds[slot]!] !== 0) scratch[others++] = slot;
    }
    return eachGroup(({ tally }) => {
      tally.addAll(scratch, others);
      return tally.takeOthers(admitted);
    });
  }

  function gather(admitted: Uint8Array): number {
    const { kinds, used } = slots;
    let count = 0;
    for (let slot = 0; slot < used; slot++) {
      if (admitted[kinds[slot]!] !== 0) scratch[count++] = slot;
    }
    return count;
  }

  /**
   * Moves the slots that pass all filters to `scratch`, and counts those that one group refuses in
   * that group, unless that count is not needed.
   *
   * @returns How many pass.
   */
  function sift(candidates: Uint32Array, count: number, onlyPassing = false): number {
    const [first, second, ...others] = filtered;
    if (first === undefined) return 0;
    if (second === undefined) return siftByOne(first, candidates, count, onlyPassing);
    return siftBySeveral(first, second, others, candidates, count);
  }

  function siftByOne(
    { passes, choices: { column }, tally }: Group,
    candidates: Uint32Array,
    count: number,
    onlyPassing: boolean,
  ): number {
    let total = 0;
    for (let at = 0; at < count; at++) {
      const slot = candidates[at]!;
      if (passes[column[slot]!] !== 0) scratch[total++] = slot;
      else if (!onlyPassing) tally.add(slot);
    }
    return total;
  }

  function siftBySeveral(
    first: Group,
    second: Group,
    others: readonly Group[],
    candidates: Uint32Array,
    count: number,
  ): number {
    const { passes: firstPasses, choices: { column: firstColumn } } = first;
    const { passes: secondPasses, choices: { column: secondColumn } } = second;
    let total = 0;
    candidates: for (let at = 0; at < count; at++) {
      const slot = candidates[at]!;
      const passesFirst = firstPasses[firstColumn[slot]!]!;
      const passesSecond = secondPasses[secondColumn[slot]!]!;
      // Two groups refuse most candidates, and these are done with here.
      if ((passesFirst | passesSecond) === 0) continue;
      let refusing = passesFirst === 0 ? first : passesSecond === 0 ? second : undefined;
      for (const group of others) {
        if (group.passes[group.choices.column[slot]!] !== 0) continue;
        if (refusing !== undefined) continue candidates;
        refusing = group;
      }
      if (refusing === undefined) scratch[total++] = slot;
      else refusing.tally.add(slot);
    }
    return total;
  }

  function apply(filters: Filters): void {
    filtered = groups.filter(({ name }) => filters[name].length > 0);
    for (const group of groups) {
      const { choices, name } = group;
      for (const choice of group.passing) group.passes[choice] = 0;
      group.passes = withRoom(group.passes, choices.choiceCount);
      group.passing = filters[name].flatMap((text) => choices.choicesWith(text));
      for (const choice of group.passing) group.passes[choice] = 1;
    }
  }

  function eachGroup(count: (group: Group) => FacetCount[]): FacetCounts {
    const counts = groups.map((group) => [group.name, count(group)] as const);
    return Object.fromEntries(counts) as FacetCounts;
  }

  return {
    add(slot, document) {
      for (const { name, choices } of groups) {
        choices.add(slot, slots.kinds[slot]!, textsOf(document, name));
      }
    },
    remove(slot) {
      for (const { choices } of groups) choices.remove(slot, slots.kinds[slot]!);
    },
    countHits,
    countAll,
    passes(slot) {
      return filtered.every(({ passes, choices }) => passes[choices.column[slot]!] === 1);
    },
    grow(capacity) {
      scratch = withLength(scratch, capacity);
      for (const { choices } of groups) choices.grow(capacity);
    },
  };
}

function textsOf(document: ProfileDocument, group: FacetGroup): readonly (string | null)[] {
  switch (group) {
    case "armyBranches":
      return [document.armyBranch];
    case "industries":
      return [document.industry];
    case "locations":
      return [document.location];
    case "helpTopics":
      return document.helpTopics;
  }
}
