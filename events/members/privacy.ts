/**
 * Privacy rules: who may see what of a profile. Every screen, JSON answer, search document, count and
 * sort is made of what these functions return; nothing else reads a profile on behalf of a viewer.
 *
 * @module
 */
import { isListedAsTaking } from "../connections/mentoring.ts";
import type { PrivacySwitch, Role } from "../vocabulary.ts";
import type { Profile, SharedFields } from "./profile.ts";
import type { FieldWith, SharedField } from "./profile-fields.ts";
import { profileVersion } from "./profile-version.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";

/** Who is looking: a signed-in member, or `undefined` when nobody is signed in. */
export type Viewer = { readonly memberId: string } | undefined;

/** What others may know of an account. */
export interface PublicUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role | null;
  readonly profileImageUrl: string | null;
}

interface Shown {
  /** The same as `userId`: a member has at most one profile. */
  readonly id: string;
  readonly userId: string;
  readonly isVisible: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly user: PublicUser;
}

/** A profile as its owner sees it: all of it. */
export interface OwnProfile extends Profile, Shown {
  readonly sharedFields: SharedFields;
  /** Says which content this is; for `If-Match`. */
  readonly version: string;
}

/** All that one switch takes away: a field that is forgotten below does not compile. */
type SharedBy<Switch extends PrivacySwitch> = Pick<Profile, FieldWith<{ sharedBy: Switch }>>;

/** A profile as every other member sees it: fields that are not shared are absent. */
export type PublicProfile =
  & Shown
  & Omit<Profile, SharedField>
  & {
    /** Whether they can be asked for help, as events say. */
    readonly takesRequests: boolean;
  }
  & Partial<Pick<Profile, SharedField>>;

/** Whether this viewer may see that this member has a profile at all. */
export function canView(viewer: Viewer, member: MemberRecord): boolean {
  if (viewer === undefined || member.profile === null) return false;
  return viewer.memberId === member.memberId || member.profile.isVisible;
}

/** The profile as this viewer may see it; `undefined` when they may not. */
export function viewProfile(
  viewer: Viewer,
  member: MemberRecord,
): OwnProfile | PublicProfile | undefined {
  if (!canView(viewer, member)) return undefined;
  return viewer?.memberId === member.memberId ? ownProfile(member) : publicProfile(member);
}

/** All of a member's profile, for its owner only; `undefined` when there is none. */
export function ownProfile(member: MemberRecord): OwnProfile | undefined {
  const { profile } = member;
  if (profile === null) return undefined;
  const { publicUpdatedAt: _, ...fields } = profile;
  return { ...shown(member, profile), ...fields, version: profileVersion(profile) };
}

/**
 * The same for every viewer, the owner included: what lists, facets, suggestions and search
 * documents are made of. `undefined` while hidden, or without a profile.
 */
export function publicProfile(member: MemberRecord): PublicProfile | undefined {
  const { profile } = member;
  if (profile === null || !profile.isVisible) return undefined;
  const { sharedFields: shared } = profile;
  return {
    ...shown(member, profile),
    rank: profile.rank,
    dutyStatus: profile.dutyStatus,
    company: profile.company,
    jobTitle: profile.jobTitle,
    bio: profile.bio,
    armySchools: profile.armySchools,
    previousPositions: profile.previousPositions,
    linkedinUrl: profile.linkedinUrl,
    calendarUrl: profile.calendarUrl,
    primaryEmail: profile.primaryEmail,
    secondaryEmail: profile.secondaryEmail,
    phoneNumber: profile.phoneNumber,
    takesRequests: isListedAsTaking(member),
    ...(shared.classYear && { classYear: profile.classYear } satisfies SharedBy<"classYear">),
    ...(shared.specialty &&
      { armyBranch: profile.armyBranch, mos: profile.mos } satisfies SharedBy<"specialty">),
    ...(shared.industry && { industry: profile.industry } satisfies SharedBy<"industry">),
    ...(shared.location && { location: profile.location } satisfies SharedBy<"location">),
    ...(shared.helpTopics && {
      helpTopics: profile.helpTopics,
      expertise: profile.expertise,
    } satisfies SharedBy<"helpTopics">),
  };
}

/** What others may know of a member's account. */
export function publicUser(member: MemberRecord): PublicUser {
  const { memberId, firstName, lastName, role, profileImageUrl } = member;
  return { id: memberId, firstName, lastName, role, profileImageUrl };
}

function shown(member: MemberRecord, profile: ProfileRecord): Shown {
  return {
    id: member.memberId,
    userId: member.memberId,
    isVisible: profile.isVisible,
    createdAt: profile.createdAt,
    updatedAt: profile.publicUpdatedAt,
    user: publicUser(member),
  };
}
