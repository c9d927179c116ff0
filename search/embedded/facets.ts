/**
 * Facets: which documents the filters let through, and how many documents hold each value.
 *
 * A document that no group refuses is a hit and counts in all groups. One that exactly one group refuses
 * counts in that group alone, as it would be a hit without that group's filter. One that several groups
 * refuse counts nowhere.
 *
 * @module
 */
import { roles } from "../../events/vocabulary.ts";
import { byGroup, type FacetGroup, facetGroups, facetNames, facets } from "../facets.ts";
import { byRole, type Filters, type ProfileQuery, type RoleCounts } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { Synonyms } from "../synonyms.ts";
import { words } from "../text.ts";
import { createColumn, type Spell } from "./column.ts";
import { kindOf, type Members } from "./members.ts";
import { withRoom } from "../words/numbers.ts";

export type Facets = ReturnType<typeof createFacets>;

/** Filters and role of a search. */
export type Scope = Pick<ProfileQuery, "filters" | "role">;

/** Texts with the same words are equal for searches. */
export const byWords: Spell = (text) => {
  const own = words(text);
  return { words: [...new Set(own)], key: own.join(" ") };
};

export function createFacets(members: Members, synonyms: Synonyms) {
  const columns = byGroup((group) => createColumn(spellingOf(group, synonyms)));

  /** By place in the hits: the group that refuses the document, from 1; 0 if none does. */
  let refusedBy = new Uint8Array(64);

  function pass(
    slots: Uint32Array,
    count: number,
    { filters, role }: Scope,
    counted: readonly FacetGroup[] = [],
  ): number {
    const passing = role === undefined ? count : passRole(slots, count, kindOf(role));
    const chosen = facetGroups.filter((group) => filters[group].length > 0);
    return chosen.length === 0 ? passing : passFilters(slots, passing, chosen, filters, counted);
  }

  function passRole(slots: Uint32Array, count: number, kind: number): number {
    const { kinds } = members;
    let passing = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      slots[passing] = slot;
      // Adding is several times faster than an unpredictable branch.
      passing += Number(kinds[slot] === kind);
    }
    return passing;
  }

  function passFilters(
    slots: Uint32Array,
    count: number,
    chosen: readonly FacetGroup[],
    filters: Filters,
    counted: readonly FacetGroup[],
  ): number {
    refusedBy = withRoom(refusedBy, count).fill(0, 0, count);
    const refused = refusedBy;
    let rest = count;
    for (const [at, group] of chosen.entries()) {
      const { held } = columns[group];
      const accepted = columns[group].accept(filters[group]);
      const isCounted = Number(counted.includes(group));
      let kept = 0;
      for (let place = 0; place < rest; place++) {
        const slot = slots[place]!;
        const by = refused[place]!;
        const isAccepted = accepted[held[slot]!]!;
        slots[kept] = slot;
        refused[kept] = by + (1 - isAccepted) * (at + 1);
        kept += isAccepted | isCounted & Number(by === 0);
      }
      rest = kept;
    }
    let passing = 0;
    for (let place = 0; place < rest; place++) {
      const by = refused[place]!;
      if (by === 0) slots[passing++] = slots[place]!;
      else columns[chosen[by - 1]!].countOne(slots[place]!);
    }
    return passing;
  }

  return {
    columns,
    /** Sets a slot's document; `undefined` frees the slot. */
    set(slot: number, document: ProfileDocument | undefined): void {
      for (const group of facetGroups) {
        columns[group].set(slot, document ? facets[group].valuesOf(document) : []);
      }
    },
    /** Moves the passing slots among the first `count` to the front, and returns their number. */
    pass,
    /** The same, and counts these groups' values, each group under the filters of all others. */
    count(slots: Uint32Array, count: number, scope: Scope, groups: readonly FacetGroup[]): number {
      const total = pass(slots, count, scope, groups);
      for (const group of groups) {
        if (total === members.count()) columns[group].countAll();
        else columns[group].count(slots, total);
      }
      return total;
    },
    /** How many of the first `count` slots have each role. */
    countRoles(slots: Uint32Array, count: number): RoleCounts {
      const counts = new Uint32Array(roles.length + 2);
      for (let at = 0; at < count; at++) counts[members.kinds[slots[at]!]!]!++;
      return byRole((role) => counts[kindOf(role)]!);
    },
  };
}

/**
 * Words and key of a group's values. A fixed value is completed by all of its labels, and a listed one by its
 * synonyms.
 */
function spellingOf(group: FacetGroup, { wordsOf }: Synonyms): Spell {
  const { choices, labels } = facets[group];
  if (choices === undefined) return byWords;
  return (text) => ({
    key: labels === undefined ? byWords(text).key : text,
    words: facetNames(group, text).flatMap((name) => [...words(name), ...wordsOf(name)]),
  });
}
