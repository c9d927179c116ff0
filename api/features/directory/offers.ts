import { emptyQuery } from "../../contract/directory.ts";
import { isAdmitted } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { FacetCount } from "../../../search/profile-search.ts";
import type { Directory } from "./directory.ts";

export type Offers = Readonly<Record<"industry" | "location", readonly string[]>>;

/** A value of only one profile is private. */
const minProfiles = 2;
const maxValues = 60;

const noOffers: Offers = { industry: [], location: [] };

/**
 * Values that the profile form offers, so that spellings agree: those of several profiles in the directory, most
 * frequent first. Applicants can't see the directory, so they are offered none.
 */
export async function findOffers(
  directory: Directory,
  viewer: Pick<MemberRecord, "admission">,
): Promise<Offers> {
  if (!isAdmitted(viewer)) return noOffers;
  try {
    const { facets: { industries, locations } } = await directory.count(emptyQuery);
    return { industry: shared(industries), location: shared(locations) };
  } catch {
    // The form works without them.
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
