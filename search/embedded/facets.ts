import { byGroup, type FacetGroup, facetGroups, facetNames, facets } from "../facets.ts";
import { byRole, type ProfileQuery, type RoleCounts } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { Synonyms } from "../synonyms.ts";
import { words } from "../text.ts";
import { Column, slotsWhere, type Spell } from "./column.ts";

type Scope = Pick<ProfileQuery, "filters" | "role">;

/** Texts with the same words are equal for searches. */
export const byWords: Spell = (text) => {
  const own = words(text);
  return { words: [...new Set(own)], key: own.join(" ") };
};

/** Finds the documents that the filters accept, and counts the values of each group. */
export class Facets {
  readonly columns: Readonly<Record<FacetGroup, Column>>;
  readonly #roles = new Column(byWords);

  constructor(synonyms: Synonyms) {
    this.columns = byGroup((group) => new Column(spellingOf(group, synonyms)));
  }

  set(slot: number, document: ProfileDocument | undefined): void {
    this.#roles.set(slot, document ? [document.role] : []);
    for (const group of facetGroups) {
      this.columns[group].set(slot, document ? facets[group].valuesOf(document) : []);
    }
  }

  /**
   * The slots that pass, with counts of these groups' values, each group under the filters of all
   * others. So a document that only one group's filter excludes counts in that group.
   */
  pass(
    slots: Uint32Array,
    { filters, role }: Scope,
    counted: readonly FacetGroup[] = [],
  ): Uint32Array<ArrayBuffer> {
    const chosen = facetGroups.filter((group) => filters[group].length > 0)
      .map((group) => ({ group, refused: this.columns[group].refuse(filters[group], slots) }));
    /** Number of groups that refuse a document, by index in `slots`. Another role counts as two. */
    const refusals = new Uint8Array(slots.length);
    for (const { refused } of chosen) {
      for (let at = 0; at < refused.length; at++) refusals[at]! += refused[at]!;
    }
    if (role !== undefined) {
      const refused = this.#roles.refuse([role], slots);
      for (let at = 0; at < refused.length; at++) refusals[at]! += 2 * refused[at]!;
    }
    const passing = slotsWhere(slots, (_, at) => refusals[at] === 0);
    for (const { group, refused } of chosen.filter(({ group }) => counted.includes(group))) {
      const isOnlyHere = (_: number, at: number) => refusals[at] === 1 && refused[at] === 1;
      this.columns[group].count(slotsWhere(slots, isOnlyHere));
    }
    for (const group of counted) this.columns[group].count(passing);
    return passing;
  }

  countRoles(slots: Uint32Array): RoleCounts {
    this.#roles.count(slots);
    const counts = new Map(this.#roles.take().map(({ value, count }) => [value.text, count]));
    return byRole((role) => counts.get(role) ?? 0);
  }
}

/** Words and key of a group's values: all labels of a fixed value, and synonyms of a listed one. */
function spellingOf(group: FacetGroup, { wordsOf }: Synonyms): Spell {
  const { choices, labels } = facets[group];
  if (choices === undefined) return byWords;
  return (text) => ({
    key: labels === undefined ? byWords(text).key : text,
    words: facetNames(group, text).flatMap((name) => [...words(name), ...wordsOf(name)]),
  });
}
