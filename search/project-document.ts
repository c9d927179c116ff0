import { publicProfile } from "../events/members/privacy.ts";
import type { MemberRecord } from "../events/members/record.ts";
import type { ProfileDocument } from "./profile-search.ts";

/**
 * What of a member can be found: a part of their public projection, the same for every viewer.
 * Contacts, rank, class year, schools and earlier positions are shown but not searched.
 *
 * @returns `undefined` for a member without a profile, or with a hidden one.
 */
export function projectDocument(member: MemberRecord): ProfileDocument | undefined {
  const profile = publicProfile(member);
  if (profile === undefined) return undefined;
  return {
    memberId: member.memberId,
    role: profile.user.role,
    firstName: profile.user.firstName,
    lastName: profile.user.lastName,
    jobTitle: profile.jobTitle,
    company: profile.company,
    mos: profile.mos ?? null,
    armyBranch: profile.armyBranch ?? null,
    industry: profile.industry ?? null,
    location: profile.location ?? null,
    helpTopics: profile.helpTopics ?? [],
    expertise: profile.expertise ?? [],
    bio: profile.bio,
    updatedAtMs: Date.parse(profile.updatedAt),
  };
}
