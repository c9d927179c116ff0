import { startOfDay } from "../day.ts";
import { Refusal } from "../errors.ts";
import { codeClassYears, codeIndustry, codeRegion } from "./coding.ts";
import type { MemberCommand } from "./commands.ts";
import { audiencesOf, type ContactAudiences } from "../contacts/audiences.ts";
import { contactOrder } from "./contact-fields.ts";
import { type Topics, withTopicLabels } from "../program/topics.ts";
import { type MemberEvent, sealedFields } from "./events.ts";
import { sharedAtFirst } from "../vocabulary.ts";
import { checkProfile, type Profile, type SharedFields } from "./profile.ts";
import {
  byName,
  type FieldName,
  profileFields,
  quietFields,
  type SealedField,
} from "./profile-fields.ts";
import { profileVersion } from "./profile-version.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";
import { isSameJson } from "./same-json.ts";
import { privacySwitches } from "../vocabulary.ts";

export type Command<T extends MemberCommand["type"]> = Extract<MemberCommand, { type: T }>;

export function createProfile(
  record: MemberRecord,
  { fields, isVisible, sharedFields, contactAudiences, topics }: Command<"CreateProfile">,
  now: Date,
): MemberEvent[] {
  if (record.profile !== null) throw new Refusal("profile/exists", "You already have a profile");
  const profile = validProfile(record, fields, { now, topics });
  return [
    { type: "ProfileCreated", facts: factsOf(profile), personal: personalOf(profile) },
    ...privacyEvents(sharedAtFirst, sharedFields),
    ...audienceEvents(audiencesOf(record), contactAudiences),
    ...visibilityEvents(true, isVisible),
  ];
}

export function changeProfile(
  record: MemberRecord,
  { fields, isVisible, sharedFields, contactAudiences, ifVersions, topics }: Command<
    "ChangeProfile"
  >,
  now: Date,
): MemberEvent[] {
  const before = existingProfile(record);
  const audiences = audiencesOf(record);
  // Computed with the form's topic labels.
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

/** Does nothing on the day of the last change or confirmation. */
export function confirmProfile(record: MemberRecord, now: Date): MemberEvent[] {
  const { confirmedAt } = existingProfile(record);
  if (startOfDay(Date.parse(confirmedAt)) === startOfDay(now.getTime())) return [];
  return [{ type: "ProfileConfirmed", facts: {}, personal: null }];
}

function fieldEvents(
  record: MemberRecord,
  before: ProfileRecord,
  fields: Readonly<Record<string, unknown>>,
  context: CheckContext,
): MemberEvent[] {
  // A privacy switch must work even on a profile that newer rules would refuse.
  if (Object.keys(fields).length === 0) return [];
  const current = byName(profileFields, (name) => before[name]);
  return profileChanged(before, validProfile(record, { ...current, ...fields }, context));
}

/** `[]` if the fields are the same. */
export function profileChanged(before: Profile, after: Profile): MemberEvent[] {
  const changed = profileFields.filter((name) => !isSameJson(before[name], after[name]));
  if (changed.length === 0) return [];
  const facts = factsOf(after);
  return [{
    type: "ProfileChanged",
    facts: {
      changed: changed.filter((name) => !isQuiet(name)),
      ...pick(facts, changed),
      ...(changed.includes("classYear") && { classYears: facts.classYears }),
      ...(changed.includes("industry") && { industryCode: facts.industryCode }),
      ...(changed.includes("location") && { regionCode: facts.regionCode }),
    },
    personal: pick(personalOf(after), changed),
  }];
}

function isQuiet(name: FieldName): boolean {
  return quietFields.some((quiet) => quiet === name);
}

function privacyEvents(
  before: SharedFields,
  wanted: Command<"ChangeProfile">["sharedFields"],
): MemberEvent[] {
  if (wanted === undefined) return [];
  const shared: SharedFields = byName(privacySwitches, (name) => wanted[name] ?? before[name]);
  if (isSameJson(before, shared)) return [];
  return [{ type: "PrivacyChanged", facts: { shared }, personal: null }];
}

function visibilityEvents(before: boolean, wanted: boolean | undefined): MemberEvent[] {
  if (wanted === undefined || wanted === before) return [];
  return [{ type: wanted ? "ProfileShown" : "ProfileHidden", facts: {}, personal: null }];
}

export function existingProfile(record: MemberRecord): ProfileRecord {
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

export function audienceEvents(
  before: ContactAudiences,
  wanted: Command<"ChangeContactAudiences">["audiences"] = {},
): MemberEvent[] {
  const audiences = byName(contactOrder, (name) => wanted[name] ?? before[name]);
  if (contactOrder.every((name) => audiences[name] === before[name])) return [];
  return [{ type: "ContactAudiencesChanged", facts: { audiences }, personal: null }];
}
