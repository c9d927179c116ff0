/**
 * The directory of alumni with one of thirty profiles, for tests.
 * @module
 */
import { beforeEach, vi } from "vitest";
import {
  type DirectoryAnswer,
  type DirectoryQuery,
  emptyQuery,
} from "../../api/contract/directory.ts";
import { publicProfile } from "../../events/members/privacy.ts";
import { byGroup } from "../../search/facets.ts";
import { Directory } from "../islands/directory/directory.tsx";
import { directoryKey } from "../islands/directory/use-answer.ts";
import { hydrateIsland } from "./hydrate.tsx";
import { aMember, aProfile } from "./members.ts";

/** The member in every answer by default. */
export const dana = publicProfile(aMember({
  memberId: "dana",
  firstName: "Dana",
  lastName: "Whitfield",
  role: "alumni",
  profile: aProfile({
    helpTopics: ["Networking", "Ranger School", "OML Strategy", "PCS Tips"],
    phoneNumber: "817 555 0100",
  }),
}));

export const directoryProps = {
  since: "2025-12",
  directory: "alumni",
  query: { ...emptyQuery, role: "alumni" },
  choices: {
    classYears: ["2018", "2012"],
    industries: ["Consulting"],
    locations: ["Fort Worth, TX"],
  },
} as const;

/** The call for the view without any filter. */
export const directoryStart = "/api/directory?role=alumni";

export function directoryAnswer(answer: Partial<DirectoryAnswer> = {}): DirectoryAnswer {
  return {
    profiles: dana ? [dana] : [],
    total: 30,
    page: 1,
    roles: null,
    relaxed: null,
    matches: [],
    alternatives: [],
    uncovered: [],
    facets: {
      ...byGroup(() => []),
      armyBranches: [{ value: "Armor", count: 2 }, { value: "Infantry", count: 28 }],
      dutyStatuses: [{ value: "Veteran", count: 30 }],
      classYears: [{ value: "2012", count: 20 }, { value: "2018", count: 10 }],
      industries: [{ value: "Consulting", count: 30 }],
      locations: [{ value: "Fort Worth, TX", count: 30 }],
      helpTopics: [{ value: "Networking", count: 30 }],
    },
    ...answer,
  };
}

/** Shows the view with these choices, for which the server answered `answer`. */
export function showDirectory(answer = directoryAnswer(), choices: Partial<DirectoryQuery> = {}) {
  const query = { ...directoryProps.query, ...choices };
  return hydrateIsland(Directory, { ...directoryProps, query }, [
    [directoryKey("alumni", query), answer],
  ]);
}

beforeEach(() => {
  history.replaceState(null, "", "/alumni");
  Element.prototype.scrollIntoView = vi.fn();
});
