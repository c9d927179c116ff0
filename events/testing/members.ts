import { noMoreAddresses } from "../members/addresses.ts";
import type { MemberCommand } from "../members/commands.ts";
import type { MemberEvent } from "../members/events.ts";
import { decide } from "../members/decide.ts";
import { evolve, unknownMember } from "../members/evolve.ts";
import { sharedAtFirst } from "../vocabulary.ts";
import { noProgramMails } from "../members/program-mails.ts";
import type { MemberRecord, ProfileRecord } from "../members/record.ts";
import { at } from "./given.ts";

/** Profile fields as a form sends them, with defaults for all others. */
export function profileFieldsWith(
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    classYear: "2012",
    rank: "CPT",
    armyBranch: "Aviation",
    mos: "15A",
    primaryEmail: "pat@example.com",
    ...changes,
  };
}

/** A registration with an address made from the username. */
export function register(
  changes: Partial<Extract<MemberCommand, { type: "Register" }>> = {},
): Extract<MemberCommand, { type: "Register" }> {
  const { username = "pat" } = changes;
  return {
    type: "Register",
    username,
    email: `${username}@example.com`,
    firstName: "Pat",
    lastName: "Doe",
    role: "alumni",
    ...changes,
  };
}

export function registered(
  changes: Partial<Extract<MemberCommand, { type: "Register" }>> = {},
): MemberEvent {
  const [event] = decide(unknownMember, register(changes), at);
  if (event === undefined) throw new Error("Registering gave no event");
  return event;
}

/** Events of a member who published a profile. */
export function published(changes: Readonly<Record<string, unknown>> = {}): MemberEvent[] {
  const first = registered();
  const member = evolve(unknownMember, {
    memberId: "member-1",
    atMs: at.getTime(),
    event: first,
  });
  return [
    first,
    ...decide(member, { type: "CreateProfile", fields: profileFieldsWith(changes) }, at),
  ];
}

export function memberWith(
  { profile, ...changes }: Partial<Omit<MemberRecord, "profile">> & {
    readonly profile?: Partial<ProfileRecord> | null;
  } = {},
): MemberRecord {
  return {
    memberId: "00000000-0000-4000-8000-000000000001",
    username: "pat",
    email: "pat@example.com",
    emailVerified: false,
    addresses: noMoreAddresses,
    firstName: "Pat",
    lastName: "Doe",
    role: "alumni",
    profileImageUrl: null,
    mentoring: null,
    audiences: null,
    offer: null,
    commissioning: null,
    isCadreConfirmed: false,
    admission: null,
    isAskingClosed: false,
    isInvited: false,
    invitation: null,
    wantsStaffNotices: true,
    wantsShowReminder: false,
    wantsPasskeyOffer: true,
    programMails: noProgramMails,
    conversations: 0,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    profile: profile === null ? null : profileRecordWith(profile),
    ...changes,
  };
}

export function profileRecordWith(changes: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    classYear: "2012",
    rank: "CPT",
    armyBranch: "Aviation",
    mos: "15A",
    dutyStatus: "Veteran",
    industry: "Technology",
    company: "Acme",
    jobTitle: "Engineer",
    formerName: null,
    location: "Fort Worth, TX",
    bio: "Flew helicopters.",
    helpTopics: ["Branch Selection"],
    expertise: ["Flying"],
    armySchools: ["Airborne"],
    previousPositions: ["Platoon Leader"],
    linkedinUrl: "https://www.linkedin.com/in/pat",
    calendarUrl: "https://calendar.example.com/pat",
    primaryEmail: "pat@example.com",
    secondaryEmail: null,
    phoneNumber: "555-0100",
    isVisible: true,
    sharedFields: sharedAtFirst,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    publicUpdatedAt: at.toISOString(),
    confirmedAt: at.toISOString(),
    ...changes,
  };
}
