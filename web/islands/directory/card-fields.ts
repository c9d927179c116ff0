import type { DirectoryAnswer } from "../../../api/contract/directory.ts";
import type { PublicProfile } from "../../../api/contract/profile.ts";

/** What a card shows of a profile. */
const cardFields = [
  ...["userId", "user", "rank", "armyBranch", "mos", "classYear"] as const,
  ...["company", "jobTitle", "industry", "location"] as const,
  ...["helpTopics", "contacts", "takesRequests"] as const,
];
export type CardProfile = Pick<PublicProfile, typeof cardFields[number]>;

/** An answer as a page brings it along: of each profile what its card shows, and no more. */
export function seededAnswer(answer: DirectoryAnswer) {
  return { ...answer, profiles: answer.profiles.map(cardOf) };
}

function cardOf(profile: PublicProfile): CardProfile {
  const names: readonly string[] = cardFields;
  return Object.fromEntries(
    Object.entries(profile).filter(([name]) => names.includes(name)),
  ) as unknown as CardProfile;
}
