import type { DirectoryAnswer, FacetGroup, Facets } from "../../../api/contract/directory.ts";
import type { PublicProfile } from "../../../api/contract/profile.ts";
import { byGroup } from "../../../search/facets.ts";

/** What a card shows of a profile. */
const cardFields = [
  ...["userId", "user", "rank", "armyBranch", "mos", "classYear"] as const,
  ...["company", "jobTitle", "industry", "location"] as const,
  ...["helpTopics", "contacts", "takesRequests"] as const,
];
export type CardProfile = Pick<PublicProfile, Exclude<typeof cardFields[number], "user">> & {
  /** Whose id is the profile's. */
  readonly user: Omit<PublicProfile["user"], "id">;
};

/** How many there are of each choice: as the call answers, or in the fewest bytes. */
export type Counts = Facets | Readonly<Record<FacetGroup, Readonly<Record<string, number>>>>;

/** An answer that was asked for, or that the page brought along. */
export type SeenAnswer = Omit<DirectoryAnswer, "profiles" | "facets"> & {
  readonly profiles: readonly CardProfile[];
  readonly facets: Counts;
};

/** An answer as a page brings it along: of each profile what its card shows, and no more. */
export function seededAnswer(answer: DirectoryAnswer): SeenAnswer {
  const facets = byGroup((group) =>
    Object.fromEntries(answer.facets[group].map(({ value, count }) => [value, count]))
  );
  return { ...answer, profiles: answer.profiles.map(cardOf), facets };
}

function cardOf(profile: PublicProfile): CardProfile {
  const names: readonly string[] = cardFields;
  const { id: _, ...user } = profile.user;
  return Object.fromEntries(
    Object.entries({ ...profile, user }).filter(([name, value]) =>
      names.includes(name) && value !== null
    ),
  ) as unknown as CardProfile;
}
