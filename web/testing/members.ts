import type { Invitation } from "../../events/invitations/invitation.ts";
import type { MemberRecord, ProfileRecord } from "../../events/members/record.ts";
import { memberWith, profileRecordWith } from "../../events/testing/members.ts";

/** A cadet without a profile. Fields that a test doesn't set get defaults. */
export function aMember(member: Partial<MemberRecord> = {}): MemberRecord {
  const { username = member.memberId ?? "jordan" } = member;
  return memberWith({
    memberId: "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01",
    username,
    email: `${username}@example.edu`,
    firstName: "Jordan",
    lastName: "Rivera",
    role: "cadet",
    profile: null,
    ...member,
  });
}

/** An invitation by an import, without an answer. */
export const invitedByList: Invitation = {
  isAnswered: false,
  mailedAt: "",
  reminders: 0,
  isBounced: false,
  isMuted: false,
  invitedBy: null,
  words: null,
};

/** A member with a profile visible to others. */
export function anAlum(memberId = "dana", profile: Partial<ProfileRecord> = {}): MemberRecord {
  const names = { firstName: "Dana", lastName: "Whitfield", username: memberId };
  return aMember({ memberId, ...names, role: "alumni", profile: aProfile(profile) });
}

/** A member's profile, with defaults. */
export function aProfile(profile: Partial<ProfileRecord> = {}): ProfileRecord {
  return profileRecordWith({
    classYear: "2014",
    armyBranch: "Infantry",
    mos: "11A",
    dutyStatus: "Active Duty",
    industry: "Consulting",
    company: "Northfield Partners",
    jobTitle: "Consultant",
    bio: "Two deployments, then graduate school.",
    helpTopics: ["Branch Selection", "Ranger School"],
    expertise: [],
    armySchools: ["Ranger School"],
    previousPositions: [],
    linkedinUrl: null,
    calendarUrl: null,
    primaryEmail: "alum@example.com",
    phoneNumber: null,
    ...profile,
  });
}
