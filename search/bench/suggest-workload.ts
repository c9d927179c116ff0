/**
 * What people have typed when suggestions are asked for: beginnings of what profiles hold, now and
 * then after other words.
 *
 * @module
 */
import { roles } from "../../events/vocabulary.ts";
import { noFilters } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";
import type { SuggestionQuery } from "../suggestions.ts";
import type { Random } from "../testing/random.ts";
import { words } from "../text.ts";

/** Every second one has a role, as directories do; every fifth has a filter. */
export function makeTyped(
  random: Random,
  samples: readonly ProfileDocument[],
  count: number,
): SuggestionQuery[] {
  return Array.from({ length: count }, () => {
    const document = random.pick(samples);
    const found = words(random.pick(textsOf(document)));
    const before = random.chance(0.3) ? [random.pick(wordsOf(document))] : [];
    const typed = [...before, ...found].join(" ");
    const { location } = random.pick(samples);
    const isFiltered = location !== null && random.chance(0.2);
    return {
      text: typed.slice(0, before.join(" ").length + 1 + random.int(7)).trim(),
      filters: isFiltered ? { ...noFilters, locations: [location] } : noFilters,
      role: random.chance(0.5) ? random.pick(roles) : undefined,
    };
  });
}

function textsOf(document: ProfileDocument): string[] {
  const { firstName, lastName, mos, armyBranch, company, location, industry } = document;
  const values = [mos, armyBranch, company, location, industry, ...document.helpTopics];
  // Names are typed as often as all else.
  return values.flatMap((value) => [value ?? lastName, `${firstName} ${lastName}`]);
}

function wordsOf({ bio, lastName, armyBranch }: ProfileDocument): string[] {
  return words(`${lastName} ${armyBranch ?? ""} ${bio ?? ""}`);
}
