import { fillers } from "../events/search-vocabulary.ts";
import { type FacetGroup, facetGroups, facetLabel, facetNames, facets } from "./facets.ts";
import type { Filters } from "./profile-search.ts";
import type { Synonyms } from "./synonyms.ts";
import { words } from "./text.ts";

export interface Named {
  /** One choice of each group. */
  readonly filters: Partial<Filters>;
  readonly labels: readonly string[];
}

export class NamedChoices {
  readonly #byName: ReadonlyMap<string, readonly Choice[]>;
  readonly #byPhrase: ReadonlyMap<string, readonly Choice[]>;

  constructor(synonyms: Synonyms) {
    this.#byName = namesOf((group, value) => facetNames(group, value).map(words));
    this.#byPhrase = namesOf((_, value) => synonyms.phrasesOf(value));
  }

  /** The choices that these words name together, if each name has exactly one. */
  of(all: readonly string[]): Named | undefined {
    const filters: Partial<Record<FacetGroup, readonly string[]>> = {};
    const labels: string[] = [];
    for (let at = 0; at < all.length;) {
      let end = all.length;
      let choice = this.#choiceOf(all.slice(at));
      while (choice === undefined && --end > at) choice = this.#choiceOf(all.slice(at, end));
      if (choice === undefined || choice.group in filters) return undefined;
      filters[choice.group] = [choice.value];
      labels.push(facetLabel(choice.group, choice.value));
      at = end;
    }
    return labels.length === 0 ? undefined : { filters, labels };
  }

  #choiceOf(phrase: readonly string[]): Choice | undefined {
    const key = phrase.join(" ");
    const found = this.#byName.get(key) ?? this.#byPhrase.get(key);
    return found?.length === 1 ? found[0] : undefined;
  }
}

interface Choice {
  readonly group: FacetGroup;
  readonly value: string;
}

/** Choices by the words of their names, without fillers. */
function namesOf(
  names: (group: FacetGroup, value: string) => readonly (readonly string[])[],
): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const group of facetGroups) {
    for (const value of facets[group].choices ?? []) {
      const keys = names(group, value).map((name) =>
        name.filter((word) => !fillers.has(word)).join(" ")
      );
      for (const key of new Set(keys)) {
        if (key !== "") found.set(key, [...found.get(key) ?? [], { group, value }]);
      }
    }
  }
  return found;
}
