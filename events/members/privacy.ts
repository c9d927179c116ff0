/** Privacy rules: the only source of every screen, API answer, search document, count and order. */
import { type Audience, audiencesOf, type ContactAudiences } from "../contacts/audiences.ts";
import { type ContactField, contactOrder } from "./contact-fields.ts";
import { isListedAsTaking } from "../connections/mentoring.ts";
import { type PrivacySwitch, type Role, roleTraits } from "../vocabulary.ts";
import { isAdmitted } from "../program/admission.ts";
import type { Profile, SharedFields } from "./profile.ts";
import type { FieldWith, SharedField } from "./profile-fields.ts";
import { profileVersion } from "./profile-version.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";

export type Viewer = Pick<MemberRecord, "memberId" | "admission"> | undefined;

export interface PublicUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role | null;
  /** Whether the program has confirmed the role; true for roles that need no confirmation. */
  readonly isRoleConfirmed: boolean;
  readonly profileImageUrl: string | null;
}

interface PublicBase {
  readonly id: string;
  readonly userId: string;
  readonly isVisible: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly user: PublicUser;
}

export interface OwnProfile extends Profile, PublicBase {
  readonly sharedFields: SharedFields;
  readonly contactAudiences: ContactAudiences;
  readonly confirmedAt: string;
  readonly version: string;
}

/** The fields of one switch. */
type SharedBy<Switch extends PrivacySwitch> = Pick<Profile, FieldWith<{ sharedBy: Switch }>>;

/** Fields shared by each switch. A missing switch or field doesn't compile. */
const sharedBySwitch: {
  readonly [Switch in PrivacySwitch]: (profile: Profile) => SharedBy<Switch>;
} = {
  classYear: ({ classYear }) => ({ classYear }),
  specialty: ({ armyBranch, mos }) => ({ armyBranch, mos }),
  industry: ({ industry }) => ({ industry }),
  location: ({ location }) => ({ location }),
  formerName: ({ formerName }) => ({ formerName }),
  helpTopics: ({ helpTopics, expertise }) => ({ helpTopics, expertise }),
};
const switches = Object.keys(sharedBySwitch) as readonly PrivacySwitch[];

/**
 * A profile in lists, without what isn't shared, and with the names of contacts that every member
 * may see.
 */
export type PublicProfile =
  & PublicBase
  & Pick<Profile, FieldWith<{ sharedBy: "always" }>>
  & Partial<Pick<Profile, SharedField>>
  & {
    readonly contacts: readonly ContactField[];
    /** Whether they take requests for help. */
    readonly takesRequests: boolean;
    /**
     * Month in which the owner last changed visible details, or confirmed them: `2026-05`. Pages
     * say
     * no more than "Confirmed this year"; see `decisions/`.
     */
    readonly confirmedMonth: string;
  };

/** Contacts meant for others are absent. */
export type SeenProfile = PublicProfile & { readonly [Name in ContactField]?: string };

export interface Relation {
  readonly areInTouch: boolean;
}

/** Whether this viewer may know that this member has a profile. */
export function canView(viewer: Viewer, member: MemberRecord): boolean {
  if (viewer === undefined || member.profile === null) return false;
  if (viewer.memberId === member.memberId) return true;
  return member.profile.isVisible && isAdmitted(member) && isAdmitted(viewer);
}

/** The profile for this viewer; `undefined` if they may not see it. */
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

/** The same without contact details; which contacts exist stays. */
export function withoutContacts(profile: SeenProfile): SeenProfile {
  const names: readonly string[] = contactOrder;
  return Object.fromEntries(
    Object.entries(profile).filter(([name]) => !names.includes(name)),
  ) as unknown as SeenProfile;
}

/** A member's contacts for one of these audiences, in the form's order. */
export function contactsFor(
  member: Pick<MemberRecord, "profile" | "audiences">,
  audiences: readonly Audience[],
): readonly ContactField[] {
  const { profile } = member;
  const said = audiencesOf(member);
  return contactOrder.filter((name) => profile?.[name] && audiences.includes(said[name]));
}

/** The complete profile, for its owner only; `undefined` if there is none. */
export function ownProfile(member: MemberRecord): OwnProfile | undefined {
  const { profile } = member;
  if (profile === null) return undefined;
  const { publicUpdatedAt: _, ...fields } = profile;
  const contactAudiences = audiencesOf(member);
  const version = profileVersion(profile, contactAudiences);
  return { ...shown(member, profile), ...fields, contactAudiences, version };
}

/**
 * The same for every viewer, owner included. `undefined` while hidden, or before its owner is
 * approved.
 */
export function publicProfile(member: MemberRecord): PublicProfile | undefined {
  const { profile } = member;
  if (profile === null || !profile.isVisible || !isAdmitted(member)) return undefined;
  const shared: Partial<Pick<Profile, SharedField>> = {};
  for (const name of switches) {
    if (profile.sharedFields[name]) Object.assign(shared, sharedBySwitch[name](profile));
  }
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
    confirmedMonth: profile.confirmedAt.slice(0, "2026-05".length),
    ...shared,
  };
}

/** The public projection as if the profile were shown and its owner admitted. */
export function profileIfShown(member: MemberRecord): PublicProfile | undefined {
  const profile = member.profile && { ...member.profile, isVisible: true };
  return publicProfile({ ...member, admission: null, profile });
}

export function publicUser(member: MemberRecord): PublicUser {
  const { memberId, firstName, lastName, role, profileImageUrl } = member;
  const isRoleConfirmed = role === null || !roleTraits[role].isGuarded || member.isCadreConfirmed;
  return { id: memberId, firstName, lastName, role, isRoleConfirmed, profileImageUrl };
}

/** A name that this viewer knows already, with the picture if they may see the profile. */
export function userSeenBy(viewer: Viewer, member: MemberRecord): PublicUser {
  const user = publicUser(member);
  return canView(viewer, member) ? user : { ...user, profileImageUrl: null };
}

function shown(member: MemberRecord, profile: ProfileRecord): PublicBase {
  return {
    id: member.memberId,
    userId: member.memberId,
    isVisible: profile.isVisible,
    createdAt: profile.createdAt,
    updatedAt: profile.publicUpdatedAt,
    user: publicUser(member),
  };
}
