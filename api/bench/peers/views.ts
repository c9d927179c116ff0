import { createRandom } from "../../../events/testing/random.ts";
import type { DirectoryQuery } from "../../contract/directory.ts";
import { emptyQuery } from "../../contract/directory.ts";
import { armyBranches, helpTopics } from "../../../events/vocabulary.ts";
import type { ProfileDocument } from "../../../search/project-document.ts";

/** More than twice the product's cache, so that each view is evicted before its next request. */
const count = 2048;

/** Different views: a topic, a branch or a page, and an order. */
export function makeLists(): DirectoryQuery[] {
  return Array.from({ length: count }, (_, at) => {
    const next = counterOf(at);
    const helpTopic = next(helpTopics);
    const isNarrow = next([true, false]);
    const sort = next(["name", "recent"] as const);
    const branch = next(armyBranches);
    return {
      ...{ ...emptyQuery, sort, helpTopics: [helpTopic] },
      ...isNarrow ? { armyBranches: [branch] } : { page: 1 + armyBranches.indexOf(branch) },
    };
  });
}

/** The same views with a text from a profile, best matches first. */
export function makeSearches(people: readonly ProfileDocument[]): DirectoryQuery[] {
  const random = createRandom(1);
  return Array.from({ length: count }, () => {
    const { lastName, company, location, jobTitle, armyBranch, helpTopics } = random.pick(people);
    const texts = [lastName, company, location, jobTitle, `${lastName} ${location ?? ""}`];
    const words = (random.pick(texts) ?? lastName).match(/[\p{L}\p{N}]{3,}/gu) ?? [lastName];
    const filters = random.chance(0.5) ? { helpTopics: helpTopics.slice(0, 1) } : {
      armyBranches: armyBranch === null ? [] : [armyBranch],
    };
    return { ...emptyQuery, search: words.slice(0, 2).join(" "), ...filters };
  });
}

/** Picks by the digits of a number, so that consecutive numbers pick differently. */
function counterOf(at: number) {
  let left = at;
  return <T>(choices: readonly T[]): T => {
    const chosen = choices[left % choices.length] as T;
    left = Math.floor(left / choices.length);
    return chosen;
  };
}
