import { type Filters, noFilters } from "../profile-search.ts";
import type { ProfileDocument } from "../project-document.ts";

/** A profile with only these fields. */
export function profile(memberId: string, fields: Partial<ProfileDocument> = {}): ProfileDocument {
  return {
    memberId,
    role: "alumni",
    firstName: "",
    lastName: "",
    formerName: null,
    jobTitle: null,
    company: null,
    rank: null,
    mos: null,
    armyBranch: null,
    dutyStatus: null,
    classYear: null,
    industry: null,
    location: null,
    helpTopics: [],
    previousPositions: [],
    armySchools: [],
    expertise: [],
    bio: null,
    takesRequests: false,
    updatedAtMs: 0,
    ...fields,
  };
}

/** Only these filters. */
export function only(filters: Partial<Filters>): Filters {
  return { ...noFilters, ...filters };
}
