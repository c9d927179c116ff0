import { type PublicProfile, publicProfile } from "../events/members/privacy.ts";
import type { MemberRecord } from "../events/members/record.ts";
import { type Role, roleTraits } from "../events/vocabulary.ts";

/** The searchable part of a visible profile. A field that isn't shared is `null` or empty. */
export interface ProfileDocument {
  readonly memberId: string;
  readonly role: Role | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly formerName: string | null;
  readonly jobTitle: string | null;
  readonly company: string | null;
  /** `null` if cards don't show it. */
  readonly rank: string | null;
  readonly mos: string | null;
  readonly armyBranch: string | null;
  readonly dutyStatus: string | null;
  /** A single year; `null` for years of service and other texts. */
  readonly classYear: string | null;
  readonly industry: string | null;
  readonly location: string | null;
  readonly helpTopics: readonly string[];
  readonly previousPositions: readonly string[];
  readonly armySchools: readonly string[];
  readonly expertise: readonly string[];
  readonly bio: string | null;
  readonly takesRequests: boolean;
  /** Time of the last visible change, in milliseconds since 1970. */
  readonly updatedAtMs: number;
}

export function projectDocument(member: MemberRecord): ProfileDocument | undefined {
  const profile = publicProfile(member);
  return profile && documentOf(profile);
}

export function documentOf(profile: PublicProfile): ProfileDocument {
  const { role } = profile.user;
  return {
    memberId: profile.userId,
    role,
    firstName: profile.user.firstName,
    lastName: profile.user.lastName,
    formerName: profile.formerName ?? null,
    jobTitle: profile.jobTitle,
    company: profile.company,
    rank: role !== null && roleTraits[role].hidesRank ? null : profile.rank,
    mos: profile.mos ?? null,
    armyBranch: profile.armyBranch ?? null,
    dutyStatus: profile.dutyStatus,
    classYear: oneYear(profile.classYear),
    industry: profile.industry ?? null,
    location: profile.location ?? null,
    helpTopics: profile.helpTopics ?? [],
    previousPositions: profile.previousPositions,
    armySchools: profile.armySchools,
    expertise: profile.expertise ?? [],
    bio: profile.bio,
    takesRequests: profile.takesRequests,
    updatedAtMs: Date.parse(profile.updatedAt),
  };
}

function oneYear(classYear = ""): string | null {
  return /^\d{4}$/.test(classYear) ? classYear : null;
}
