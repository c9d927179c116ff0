import type { MemberRecord, ProfileRecord } from "../../events/members/record.ts";
import { allShared } from "../../events/members/profile.ts";

const at = "2026-03-01T12:00:00.000Z";

/** A member; what a test does not care about is filled in. */
export function aMember(member: Partial<MemberRecord> = {}): MemberRecord {
  return {
    memberId: "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01",
    username: "jordan",
    email: "jordan@example.edu",
    emailVerified: false,
    firstName: "Jordan",
    lastName: "Rivera",
    role: "cadet",
    profileImageUrl: null,
    mentoring: null,
    audiences: null,
    offer: null,
    isCadreConfirmed: false,
    admission: null,
    isAskingClosed: false,
    isInvited: false,
    invitation: null,
    wantsStaffNotices: true,
    conversations: 0,
    createdAt: at,
    updatedAt: at,
    profile: null,
    ...member,
  };
}

/** Someone with a profile that others see. */
export function anAlum(memberId = "dana", profile: Partial<ProfileRecord> = {}): MemberRecord {
  const names = { firstName: "Dana", lastName: "Whitfield", username: memberId };
  return aMember({ memberId, ...names, role: "alumni", profile: aProfile(profile) });
}

/** A profile of a member; so, too. */
export function aProfile(profile: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    classYear: "2014",
    rank: "CPT",
    armyBranch: "Infantry",
    mos: "11A",
    dutyStatus: "Active Duty",
    industry: "Consulting",
    company: "Northfield Partners",
    jobTitle: "Consultant",
    location: "Fort Worth, TX",
    bio: "Two deployments, then graduate school.",
    helpTopics: ["Branch Selection", "Ranger School"],
    expertise: [],
    armySchools: ["Ranger School"],
    previousPositions: [],
    linkedinUrl: null,
    calendarUrl: null,
    primaryEmail: "alum@example.com",
    secondaryEmail: null,
    phoneNumber: null,
    isVisible: true,
    sharedFields: allShared,
    createdAt: at,
    updatedAt: at,
    publicUpdatedAt: at,
    ...profile,
  };
}
