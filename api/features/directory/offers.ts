import { emptyQuery } from "../../contract/directory.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { FacetCount } from "../../../search/profile-search.ts";
import type { Employers } from "./employers.ts";
import type { Directory } from "./directory.ts";

export type Offers = Readonly<Record<"industry" | "company" | "location", readonly string[]>>;

/** A value from fewer profiles could reveal where one person works. */
const minProfiles = 3;
const maxValues = 60;

const noOffers: Offers = { industry: [], company: [], location: [] };

interface OffersParts {
  readonly directory: Pick<Directory, "count">;
  readonly employers: Pick<Employers, "count">;
}

/**
 * Finds values that the profile form suggests, so that spellings agree. Each comes from several
 * profiles in the directory, most frequent first. Applicants get none, since they can't see the
 * directory.
 */
export async function findOffers(
  { directory, employers }: OffersParts,
  viewer: Pick<MemberRecord, "admission">,
): Promise<Offers> {
  if (!isAdmitted(viewer)) return noOffers;
  try {
    const { facets: { industries, locations } } = await directory.count(emptyQuery);
    return {
      industry: shared(industries),
      company: shared(await employers.count()),
      location: shared(locations),
    };
  } catch {
    // The form works without suggestions.
    return noOffers;
  }
}

/** Each value once, in its most frequent spelling. */
function shared(counts: readonly FacetCount[]): string[] {
  const byKey = new Map<string, string>();
  for (const { value, count } of counts) {
    const key = value.toLowerCase();
    if (count >= minProfiles && !byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()].slice(0, maxValues);
}
