import { Refusal } from "../errors.ts";
import { roleTraits } from "../vocabulary.ts";
import { codeClassYears, codeIndustry, codeRegion } from "./coding.ts";
import type { MemberCommand } from "./commands.ts";
import { audienceOfAll, audiencesOf, type ContactAudiences } from "../contacts/audiences.ts";
import { contactOrder } from "./contact-fields.ts";
import { decideInvitation } from "../invitations/invitation.ts";
import { decideOffer } from "../invitations/offer.ts";
import { isStaff, isSuspended } from "../program/admission.ts";
import { cadreConfirmed, decideProgram, isLastStaff, letIn } from "../program/decide-admission.ts";
import { type Topics, withTopicLabels } from "../program/topics.ts";
import { type MemberEvent, sealedFields } from "./events.ts";
import type { Member } from "./evolve.ts";
import { allShared, checkProfile, type Profile, type SharedFields } from "./profile.ts";
import { byName, profileFields, type SealedField } from "./profile-fields.ts";
import { profileVersion } from "./profile-version.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";
import { isSameJson } from "./same-json.ts";

/** Decides a command on a member. `[]` when nothing is new, so that sending a form twice is harmless. */
export function decide(member: Member, command: MemberCommand, now: Date): MemberEvent[] {
  if (command.type === "Register") return register(member, command);
  if (command.type === "Erase" && member.status === "erased") return [];
  if (member.status !== "present") throw new Refusal("member/not-found", "Account not found");
  const { record } = member;
  switch (command.type) {
    case "SelectRole":
      return selectRole(record, command);
    case "ChangeAccountDetails":
      return changeAccountDetails(record, command);
    case "VerifyEmail":
      return verifyEmail(record, command);
    case "RecordPasswordReset":
      return [{ type: "PasswordReset", facts: {}, personal: null }];
    case "RecordPasswordChange":
      return [{ type: "PasswordChanged", facts: {}, personal: null }];
    case "RecordPasswordLink":
      return [{ type: "PasswordLinkMade", facts: {}, personal: null }];
    case "RecordExport":
      return [{ type: "DataExported", facts: {}, personal: null }];
    case "CreateProfile":
      return createProfile(record, command, now);
    case "ChangeProfile":
      return changeProfile(record, command, now);
    case "ChangeContactAudiences":
      return audienceEvents(audiencesOf(record), command.audiences);
    case "ChangeProfileImage":
      if (command.objectPath === record.profileImageUrl) return [];
      return [{
        type: "ProfileImageChanged",
        facts: {},
        personal: { objectPath: command.objectPath },
      }];
    case "DeleteProfile":
      existingProfile(record);
      return [{ type: "ProfileDeleted", facts: {}, personal: null }];
    case "Erase":
      if (command.ifUnanswered && record.emailVerified) {
        throw new Refusal("invitation/answered", "They've already accepted the invitation");
      }
      return [{
        type: "MemberErased",
        facts: {
          lastRole: record.role,
          lastClassYears: codeClassYears(record.profile?.classYear ?? null),
        },
        personal: null,
      }];
    case "ChangeStaffNotices": {
      const { wants } = command;
      if (wants === record.wantsStaffNotices) return [];
      return [{ type: "StaffNoticesChanged", facts: { wants }, personal: null }];
    }
    case "RenewInvitation":
    case "NoteBounce":
      return decideInvitation(record, command);
    case "OfferDetails":
    case "DismissOffer":
      return decideOffer(record, command);
    default:
      return decideProgram(record, command);
  }
}

type Command<T extends MemberCommand["type"]> = Extract<MemberCommand, { type: T }>;

function register(member: Member, command: Command<"Register">): MemberEvent[] {
  if (member.status !== "unknown") throw new Refusal("member/exists", "Account already exists");
  const { role, username, email, firstName, lastName, hasCode, needs } = command;
  return [
    {
      type: "MemberRegistered",
      facts: { role },
      personal: { username, email, firstName, lastName },
    },
    ...needs === undefined
      ? []
      : [{ type: "AdmissionRequested", facts: { needs }, personal: null } as const],
    ...hasCode ? [{ type: "CadreConfirmed", facts: { by: "code" }, personal: null } as const] : [],
    // Recorded, so that a later change of the default doesn't affect them.
    ...audienceEvents(audienceOfAll("members"), audienceOfAll(command.contactsFor ?? "members")),
  ];
}

function audienceEvents(
  before: ContactAudiences,
  wishes: Command<"ChangeContactAudiences">["audiences"] = {},
): MemberEvent[] {
  const audiences = byName(contactOrder, (name) => wishes[name] ?? before[name]);
  if (contactOrder.every((name) => audiences[name] === before[name])) return [];
  return [{ type: "ContactAudiencesChanged", facts: { audiences }, personal: null }];
}

function selectRole(
  record: MemberRecord,
  { role, confirmedBy, remainingStaffId = null }: Command<"SelectRole">,
): MemberEvent[] {
  if (isStaff(record) && !roleTraits[role].isGuarded && remainingStaffId === null) {
    throw isLastStaff();
  }
  const isOther = role !== record.role;
  const isNews = isOther || !record.isCadreConfirmed;
  return [
    ...isOther
      ? [
        {
          type: "RoleSelected",
          facts: { role, previousRole: record.role },
          personal: null,
        } as const,
      ]
      : [],
    ...confirmedBy !== undefined && roleTraits[role].isGuarded && isNews
      ? cadreConfirmed(record, confirmedBy)
      : [],
  ];
}

function verifyEmail(
  record: MemberRecord,
  { email, domain }: Command<"VerifyEmail">,
): MemberEvent[] {
  if (email !== record.email) {
    throw new Refusal("member/email-changed", "Your email address has changed since then");
  }
  if (record.emailVerified) return [];
  // They may be waiting for exactly this role, which would not be recorded.
  if (isSuspended(record)) throw new Refusal("program/suspended", "This account is suspended");
  const waits = record.admission?.state === "waiting" ? record.admission.needs : undefined;
  return [
    { type: "EmailVerified", facts: {}, personal: null },
    ...waits === "confirmation" ? letIn("confirmation") : [],
    ...waits === "approval" && domain !== undefined ? letIn("domain", domain) : [],
  ];
}

const accountFields = ["username", "email", "firstName", "lastName"] as const;

function changeAccountDetails(
  record: MemberRecord,
  command: Command<"ChangeAccountDetails">,
): MemberEvent[] {
  const changed = accountFields.filter((name) =>
    command[name] !== undefined && command[name] !== record[name]
  );
  if (changed.length === 0) return [];
  const personal = Object.fromEntries(changed.map((name) => [name, command[name]]));
  return [{ type: "AccountDetailsChanged", facts: { changed }, personal }];
}

function createProfile(
  record: MemberRecord,
  { fields, isVisible, sharedFields, contactAudiences, topics }: Command<"CreateProfile">,
  now: Date,
): MemberEvent[] {
  if (record.profile !== null) throw new Refusal("profile/exists", "You already have a profile");
  const profile = validProfile(record, fields, { now, topics });
  return [
    { type: "ProfileCreated", facts: factsOf(profile), personal: personalOf(profile) },
    ...privacyEvents(allShared, sharedFields),
    ...audienceEvents(audiencesOf(record), contactAudiences),
    ...visibilityEvents(true, isVisible),
  ];
}

function changeProfile(
  record: MemberRecord,
  { fields, isVisible, sharedFields, contactAudiences, ifVersions, topics }: Command<
    "ChangeProfile"
  >,
  now: Date,
): MemberEvent[] {
  const before = existingProfile(record);
  const audiences = audiencesOf(record);
  // With the form's labels.
  const version = () => profileVersion(withTopicLabels(before, topics), audiences);
  if (ifVersions !== undefined && !ifVersions.includes(version())) {
    throw new Refusal("profile/changed", "Your profile was changed somewhere else");
  }
  return [
    ...fieldEvents(record, before, fields, { now, topics }),
    ...privacyEvents(before.sharedFields, sharedFields),
    ...audienceEvents(audiences, contactAudiences),
    ...visibilityEvents(before.isVisible, isVisible),
  ];
}

function fieldEvents(
  record: MemberRecord,
  before: ProfileRecord,
  fields: Readonly<Record<string, unknown>>,
  context: CheckContext,
): MemberEvent[] {
  // A privacy switch must work even on a profile that newer rules would refuse.
  if (Object.keys(fields).length === 0) return [];
  const current = Object.fromEntries(profileFields.map((name) => [name, before[name]]));
  const after = validProfile(record, { ...current, ...fields }, context);
  const changed = profileFields.filter((name) => !isSameJson(before[name], after[name]));
  if (changed.length === 0) return [];
  const facts = factsOf(after);
  return [{
    type: "ProfileChanged",
    facts: {
      changed: [...changed],
      ...pick(facts, changed),
      ...(changed.includes("classYear") && { classYears: facts.classYears }),
      ...(changed.includes("industry") && { industryCode: facts.industryCode }),
      ...(changed.includes("location") && { regionCode: facts.regionCode }),
    },
    personal: pick(personalOf(after), changed),
  }];
}

function privacyEvents(
  before: SharedFields,
  wishes: Command<"ChangeProfile">["sharedFields"],
): MemberEvent[] {
  if (wishes === undefined) return [];
  const shared = Object.fromEntries(
    Object.entries(before).map(([name, was]) => [name, wishes[name as keyof SharedFields] ?? was]),
  ) as SharedFields;
  if (isSameJson(before, shared)) return [];
  return [{ type: "PrivacyChanged", facts: { shared }, personal: null }];
}

function visibilityEvents(before: boolean, wish: boolean | undefined): MemberEvent[] {
  if (wish === undefined || wish === before) return [];
  return [{ type: wish ? "ProfileShown" : "ProfileHidden", facts: {}, personal: null }];
}

function existingProfile(record: MemberRecord): ProfileRecord {
  if (record.profile === null) throw new Refusal("profile/not-found", "Profile not found");
  return record.profile;
}

interface CheckContext {
  readonly now: Date;
  readonly topics: Topics | undefined;
}

function validProfile(
  record: MemberRecord,
  fields: unknown,
  { now, topics }: CheckContext,
): Profile {
  if (record.role === null) {
    throw new Refusal("profile/role-missing", "Select your role first");
  }
  const check = checkProfile(fields, { role: record.role, year: now.getUTCFullYear(), topics });
  if (check.ok) return check.profile;
  const [first] = Object.values(check.fields);
  throw new Refusal("profile/invalid", first ?? "Check your profile", check.fields);
}

function factsOf(profile: Profile) {
  const { classYear, rank, armyBranch, dutyStatus, helpTopics, industry, location } = profile;
  return {
    classYears: codeClassYears(classYear),
    rank,
    armyBranch,
    dutyStatus,
    industryCode: codeIndustry(industry),
    regionCode: codeRegion(location),
    helpTopics: [...helpTopics],
  };
}

function personalOf(profile: Profile): Pick<Profile, SealedField> {
  return byName(sealedFields, (name) => profile[name]) as Pick<Profile, SealedField>;
}

function pick<T extends object>(from: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => names.includes(name)),
  ) as Partial<T>;
}
