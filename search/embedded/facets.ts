/**
 * Facets: which documents the filters let through, and how many documents hold each value.
 *
 * A document that no group refuses is a hit and counts in all groups. One that exactly one group refuses
 * counts in that group alone, as it would be a hit without that group's filter. One that several groups
 * refuse counts nowhere.
 *
 * @module
 */
import {
  byGroup,
  type FacetGroup,
  facetGroups,
  facetNames,
  facets,
  facetValues,
} from "../facets.ts";
import type { ProfileQuery } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { Synonyms } from "../synonyms.ts";
import { words } from "../text.ts";
import { type Column, createColumn, type Spell, type ValueCount } from "./column.ts";
import { kindOf, type Members } from "./members.ts";
import { withRoom } from "./numbers.ts";

export interface Facets {
  readonly columns: Readonly<Record<FacetGroup, Column>>;
  /** The document of a slot, or `undefined` where it becomes free. */
  set(slot: number, document: ProfileDocument | undefined): void;
  /** Moves those of the first `count` slots that pass to the front, and says how many they are. */
  pass(slots: Uint32Array, count: number, scope: Scope): number;
  /** The same, and counts what each of these groups holds, under the filters of all others. */
  count(
    slots: Uint32Array,
    count: number,
    scope: Scope,
    groups: readonly FacetGroup[],
  ): {
    readonly total: number;
    readonly counts: Partial<Record<FacetGroup, readonly ValueCount[]>>;
  };
}

/** Among whom is searched. */
export type Scope = Pick<ProfileQuery, "filters" | "role">;

/** In place of the number of the group that refuses a document. */
const several = 255;

/** Texts that have the same words are the same to searches. */
export const byWords: Spell = (text) => {
  const own = words(text);
  return { words: [...new Set(own)], key: own.join(" ") };
};

export function createFacets(members: Members, synonyms: Synonyms): Facets {
  const columns = byGroup((group) => createColumn(spellingOf(group, synonyms)));

  /** By place in the list of hits: the group that refuses the document, from 1; 0 is none. */
  let refusedBy = new Uint8Array(64);

  function pass(
    slots: Uint32Array,
    count: number,
    { filters, role }: Scope,
    counted: readonly FacetGroup[] = [],
  ): number {
    const chosen = facetGroups.filter((group) => filters[group].length > 0);
    const kind = role === undefined ? undefined : kindOf(role);
    if (kind === undefined && chosen.length === 0) return count;
    refusedBy = withRoom(refusedBy, count);
    const refused = refusedBy.fill(0, 0, count);
    for (const [group, name] of chosen.entries()) {
      const { held } = columns[name];
      const accepted = columns[name].accept(filters[name]);
      for (let at = 0; at < count; at++) {
        if (accepted[held[slots[at]!]!] === 0) {
          refused[at] = refused[at] === 0 ? group + 1 : several;
        }
      }
    }
    const { kinds } = members;
    const isCounted = chosen.map((group) => counted.includes(group));
    let passing = 0;
    for (let at = 0; at < count; at++) {
      const slot = slots[at]!;
      if (kind !== undefined && kinds[slot] !== kind) continue;
      const by = refused[at]!;
      if (by === 0) slots[passing++] = slot;
      else if (by !== several && isCounted[by - 1]) columns[chosen[by - 1]!].countOne(slot);
    }
    return passing;
  }

  return {
    columns,
    set(slot, document) {
      for (const group of facetGroups) {
        columns[group].set(slot, document ? facetValues(document, group) : []);
      }
    },
    pass,
    count(slots, count, scope, groups) {
      const total = pass(slots, count, scope, groups);
      const counts: Partial<Record<FacetGroup, readonly ValueCount[]>> = {};
      for (const group of groups) {
        columns[group].count(slots, total);
        counts[group] = columns[group].take();
      }
      return { total, counts };
    },
  };
}

/**
 * Values with labels of their own are fixed: each is a value of its own, which all labels complete. So
 * does what people call the values of a list.
 */
function spellingOf(group: FacetGroup, { wordsOf }: Synonyms): Spell {
  const { choices, labels } = facets[group];
  if (choices === undefined) return byWords;
  return (text) => ({
    key: labels === undefined ? byWords(text).key : text,
    words: facetNames(group, text).flatMap((name) => [...words(name), ...wordsOf(name)]),
  });
}
