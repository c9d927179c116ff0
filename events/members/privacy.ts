/**
 * Privacy rules: who may see what of a profile. Every screen, JSON answer, search document, count and
 * sort is made of what these functions return; nothing else reads a profile on behalf of a viewer.
 *
 * @module
 */
import { type Audience, audiencesOf, type ContactAudiences } from "../contacts/audiences.ts";
import { type ContactField, contactOrder } from "./contact-fields.ts";
import { isListedAsTaking } from "../connections/mentoring.ts";
import { type PrivacySwitch, type Role, roleTraits } from "../vocabulary.ts";
import { isAdmitted } from "../program/admission.ts";
import type { Profile, SharedFields } from "./profile.ts";
import type { FieldWith, SharedField } from "./profile-fields.ts";
import { profileVersion } from "./profile-version.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";

/** Who is looking: a signed-in member, or `undefined` when nobody is signed in. */
export type Viewer = Pick<MemberRecord, "memberId" | "admission"> | undefined;

/** What others may know of an account. */
export interface PublicUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role | null;
  /** Whether the program has confirmed the role, where it is one that the program gives. */
  readonly isRoleConfirmed: boolean;
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
  readonly contactAudiences: ContactAudiences;
  /** Says which content this is; for `If-Match`. */
  readonly version: string;
}

/** All that one switch takes away: a field that is forgotten below does not compile. */
type SharedBy<Switch extends PrivacySwitch> = Pick<Profile, FieldWith<{ sharedBy: Switch }>>;

/**
 * A profile as lists have it: fields that are not shared are absent, and so is what a contact is. Which
 * contacts every member may ask for is there, in the order of the form.
 */
export type PublicProfile =
  & Shown
  & Omit<Profile, SharedField | ContactField>
  & Partial<Pick<Profile, SharedField>>
  & {
    readonly contacts: readonly ContactField[];
    /** Whether they can be asked for help, as events say. */
    readonly takesRequests: boolean;
  };

/**
 * A profile as one other member sees it by itself, with the contacts that are for them. One that is for
 * others is absent, as one that is not there.
 */
export type SeenProfile = PublicProfile & { readonly [Name in ContactField]?: string };

/** What two people are to each other. */
export interface Relation {
  /** Whether they have a conversation that goes on. */
  readonly areInTouch: boolean;
}

/** Whether this viewer may see that this member has a profile at all. */
export function canView(viewer: Viewer, member: MemberRecord): boolean {
  if (viewer === undefined || member.profile === null) return false;
  if (viewer.memberId === member.memberId) return true;
  return member.profile.isVisible && isAdmitted(member) && isAdmitted(viewer);
}

/** The profile as this viewer may see it; `undefined` when they may not. */
export function viewProfile(
  viewer: Viewer,
  member: MemberRecord,
  relation: Relation = { areInTouch: false },
): OwnProfile | SeenProfile | undefined {
  if (!canView(viewer, member)) return undefined;
  return viewer?.memberId === member.memberId ? ownProfile(member) : seenBy(member, relation);
}

function seenBy(member: MemberRecord, { areInTouch }: Relation): SeenProfile | undefined {
  const { profile } = member;
  const seen = publicProfile(member);
  if (seen === undefined || profile === null) return undefined;
  const contacts = contactsFor(member, areInTouch ? ["members", "connections"] : ["members"]);
  return {
    ...seen,
    contacts,
    ...Object.fromEntries(contacts.map((name) => [name, profile[name]])),
  };
}

/** The same without what the contacts are: which ones there are stays. */
export function withoutContacts(profile: SeenProfile): SeenProfile {
  const names: readonly string[] = contactOrder;
  return Object.fromEntries(
    Object.entries(profile).filter(([name]) => !names.includes(name)),
  ) as unknown as SeenProfile;
}

/** Contacts that a member has, and that are for one of these audiences; in the order of the form. */
export function contactsFor(
  member: Pick<MemberRecord, "profile" | "audiences">,
  audiences: readonly Audience[],
): readonly ContactField[] {
  const { profile } = member;
  const said = audiencesOf(member);
  return contactOrder.filter((name) => profile?.[name] && audiences.includes(said[name]));
}

/** All of a member's profile, for its owner only; `undefined` when there is none. */
export function ownProfile(member: MemberRecord): OwnProfile | undefined {
  const { profile } = member;
  if (profile === null) return undefined;
  const { publicUpdatedAt: _, ...fields } = profile;
  const contactAudiences = audiencesOf(member);
  const version = profileVersion(profile, contactAudiences);
  return { ...shown(member, profile), ...fields, contactAudiences, version };
}

/**
 * The same for every viewer, the owner included: what lists, facets, suggestions and search
 * documents are made of. `undefined` while hidden, without a profile, or before its owner is let in.
 */
export function publicProfile(member: MemberRecord): PublicProfile | undefined {
  const { profile } = member;
  if (profile === null || !profile.isVisible || !isAdmitted(member)) return undefined;
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
    contacts: contactsFor(member, ["members"]),
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
  const isRoleConfirmed = role === null || !roleTraits[role].isGuarded || member.isCadreConfirmed;
  return { id: memberId, firstName, lastName, role, isRoleConfirmed, profileImageUrl };
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
