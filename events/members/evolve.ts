import { sharedAtFirst } from "../vocabulary.ts";
import { type Profile } from "./profile.ts";
import type { FactField, SealedField } from "./profile-fields.ts";
import { type BetweenTwo, isBetweenTwo } from "../connections/events.ts";
import { evolveCommissioning } from "../commissioning/commissioning.ts";
import { answered, evolveInvitation, invitationBy } from "../invitations/invitation.ts";
import { offerOf, withAnswered } from "../invitations/offer.ts";
import { evolveAddresses, noMoreAddresses } from "./addresses.ts";
import type { MemberEvent } from "./events.ts";
import { evolveProgramMails, noProgramMails, withCadetSince } from "./program-mails.ts";
import type { MemberRecord, ProfileRecord } from "./record.ts";
import { isOfProgram, type OfProgram } from "../program/setting-events.ts";
import { profileIfShown, publicProfile } from "./privacy.ts";
import { isSameJson } from "./same-json.ts";

/** The state of a stream: empty, a member, or an erased member. */
export type Member =
  | { readonly status: "unknown" }
  | { readonly status: "present"; readonly record: MemberRecord }
  | { readonly status: "erased" };

export const unknownMember: Member = { status: "unknown" };

export function recordIn(member: Member | undefined): MemberRecord | undefined {
  return member?.status === "present" ? member.record : undefined;
}

export interface EventAt {
  readonly memberId: string;
  readonly atMs: number;
  readonly event: MemberEvent;
  /** The event's actor; the member by default. */
  readonly actorId?: string;
}

/** A member's state after one more event. Events without their personal part change nothing. */
export function evolve(member: Member, happened: EventAt): Member {
  const { event } = happened;
  if (event.type === "MemberErased") return { status: "erased" };
  const at = new Date(happened.atMs).toISOString();
  if (event.type === "MemberRegistered") {
    if (event.personal === null) return member;
    return { status: "present", record: registered(happened, at, event) };
  }
  if (member.status !== "present" || isBetweenTwo(event)) return member;
  // The event names the message's author, not this member, who handled the report.
  if (event.type === "ReportHandled" || isOfProgram(event)) return member;
  const before = member.record;
  const after = withCadetSince({ ...change(before, event, at), updatedAt: at }, at);
  // The first depends on others' events, and the second changes nothing that anyone sees in the
  // profile: neither may move the time of the last visible change.
  if (event.type === "MentoringChanged" || event.type === "ProfileConfirmed") {
    return { status: "present", record: after };
  }
  return { status: "present", record: withPublicTime(before, after, at) };
}

type Registered = Extract<MemberEvent, { type: "MemberRegistered" }>;
type Later = Exclude<
  MemberEvent,
  {
    type:
      | "MemberRegistered"
      | "MemberErased"
      | "ReportHandled"
      | BetweenTwo["type"]
      | OfProgram["type"];
  }
>;

function registered(
  { memberId, actorId = memberId }: EventAt,
  at: string,
  { facts, personal }: Registered,
): MemberRecord {
  return {
    memberId,
    username: personal?.username ?? "",
    email: personal?.email ?? "",
    emailVerified: false,
    addresses: noMoreAddresses,
    firstName: personal?.firstName ?? "",
    lastName: personal?.lastName ?? "",
    role: facts.role,
    isCadreConfirmed: false,
    admission: null,
    isAskingClosed: false,
    isInvited: actorId !== memberId,
    invitation: invitationBy({ memberId, actorId, at }),
    wantsStaffNotices: true,
    wantsShowReminder: false,
    wantsPasskeyOffer: true,
    programMails: noProgramMails,
    profileImageUrl: null,
    createdAt: at,
    updatedAt: at,
    profile: null,
    mentoring: null,
    audiences: null,
    offer: null,
    commissioning: null,
    conversations: 0,
  };
}

function change(record: MemberRecord, event: Later, at: string): MemberRecord {
  switch (event.type) {
    case "RoleSelected":
      // A role chosen by the member gives no staff access, even if they had it before.
      return { ...record, role: event.facts.role, isCadreConfirmed: false };
    case "CadreConfirmed":
    case "CadreUnconfirmed":
      return { ...record, isCadreConfirmed: event.type === "CadreConfirmed" };
    case "AdmissionRequested":
      return {
        ...record,
        admission: { state: "waiting", needs: event.facts.needs, since: record.createdAt },
      };
    case "MemberAdmitted":
      return { ...record, admission: { state: "admitted", by: event.facts.by, at } };
    case "MemberRefused": {
      const words = event.personal?.words ?? null;
      return { ...record, admission: { state: "refused", words, at } };
    }
    case "MemberSuspended": {
      const before = record.admission?.state === "suspended"
        ? record.admission.before
        : record.admission;
      if (before?.state === "died") return record;
      return { ...record, admission: { state: "suspended", at, before } };
    }
    case "DeathRecorded": {
      if (record.admission?.state === "died") return record;
      return { ...record, admission: { state: "died", at, before: record.admission } };
    }
    case "MemberUnsuspended":
    case "DeathUndone": {
      const state = event.type === "DeathUndone" ? "died" : "suspended";
      if (record.admission?.state !== state) return record;
      return { ...record, admission: record.admission.before };
    }
    case "AskingClosed":
    case "AskingOpened":
      return { ...record, isAskingClosed: event.type === "AskingClosed" };
    case "AccountDetailsChanged": {
      const emailVerified = record.emailVerified && event.personal?.email === undefined;
      return { ...record, ...event.personal, emailVerified };
    }
    case "EmailVerified":
      return { ...record, emailVerified: true, invitation: answered(record.invitation) };
    case "AddressAsked":
    case "AskedAddressDropped":
    case "AddressConfirmed":
    case "AddressesSwapped":
    case "SecondAddressRemoved":
    case "AddressChangeUndone":
    case "FormerAddressesEnded":
      return evolveAddresses(record, event, at);
    case "ProgramMailSent":
    case "ProgramMailsChanged":
      return { ...record, programMails: evolveProgramMails(record.programMails, event, at) };
    case "PasswordReset":
      return { ...record, invitation: answered(record.invitation) };
    case "InvitationRenewed":
    case "InvitationWritten":
    case "InvitationBounced":
    case "InvitationMuted":
      return { ...record, invitation: evolveInvitation(record.invitation, event, at) };
    case "Commissioned":
    case "CommissioningUndone":
    case "CommissioningPutOff":
    case "CommissioningReminded":
      return { ...record, commissioning: evolveCommissioning(record, event, at) };
    case "StaffNoticesChanged":
      return { ...record, wantsStaffNotices: event.facts.wants };
    case "ShowReminderChanged":
      return { ...record, wantsShowReminder: event.facts.wants };
    case "PasskeyAdded":
    case "PasskeyOfferDismissed":
      return { ...record, wantsPasskeyOffer: false };
    case "PasskeyRemoved":
    case "PasswordChanged":
    case "PasswordLinkMade":
    case "DataExported":
    case "HoldingsListed":
      return record;
    case "ProfileCreated":
      if (event.personal === null) return record;
      return {
        ...record,
        profile: created(event.facts, event.personal, at),
        offer: withAnswered(record.offer),
      };
    case "ProfileConfirmed":
      return { ...record, profile: record.profile && { ...record.profile, confirmedAt: at } };
    case "ProfileChanged": {
      const { rank, armyBranch, dutyStatus, helpTopics } = event.facts;
      const names = [...event.facts.changed, ...Object.keys(event.personal ?? {})];
      const changed = withProfile(
        { ...record, offer: withAnswered(record.offer, names) },
        { rank, armyBranch, dutyStatus, helpTopics, ...event.personal },
        at,
      );
      // A hidden change confirms nothing, since the confirmation would reveal it.
      if (isSameJson(profileIfShown(record), profileIfShown(changed))) return changed;
      return withProfile(changed, { confirmedAt: at }, at);
    }
    case "ProfileShown":
      return { ...withProfile(record, { isVisible: true }, at), wantsShowReminder: false };
    case "ProfileHidden":
      return withProfile(record, { isVisible: false }, at);
    case "PrivacyChanged":
      return withProfile(record, { sharedFields: event.facts.shared }, at);
    case "ContactAudiencesChanged":
      return { ...record, audiences: event.facts.audiences };
    case "ProfileImageChanged":
      return { ...record, profileImageUrl: event.personal?.objectPath ?? null };
    case "ProfileDeleted":
      return { ...record, profile: null, offer: withAnswered(record.offer) };
    case "DetailsOffered":
      return { ...record, offer: offerOf(record.offer, event.personal) };
    case "OfferDismissed":
      return { ...record, offer: withAnswered(record.offer, event.personal?.names ?? []) };
    case "MentoringChanged":
      return { ...record, mentoring: { ...event.facts, saidAt: at } };
  }
}

function created(
  { rank, armyBranch, dutyStatus, helpTopics }: Pick<Profile, FactField>,
  personal: Pick<Profile, SealedField>,
  at: string,
): ProfileRecord {
  return {
    ...{ rank, armyBranch, dutyStatus, helpTopics, ...personal },
    isVisible: true,
    sharedFields: sharedAtFirst,
    createdAt: at,
    updatedAt: at,
    publicUpdatedAt: at,
    confirmedAt: at,
  };
}

function withProfile(
  record: MemberRecord,
  changes: { readonly [K in keyof ProfileRecord]?: ProfileRecord[K] | undefined },
  at: string,
): MemberRecord {
  if (record.profile === null) return record;
  return { ...record, profile: withChanges({ ...record.profile, updatedAt: at }, changes) };
}

/** Others see the time of the last visible change, so a hidden change doesn't move it. */
function withPublicTime(before: MemberRecord, after: MemberRecord, at: string): MemberRecord {
  if (after.profile === null || before.profile === null) return after;
  if (isSameJson(publicProfile(before), publicProfile(after))) return after;
  return { ...after, profile: { ...after.profile, publicUpdatedAt: at } };
}

/** Copies into one object: making a second one without undefined values is several times slower. */
function withChanges<T extends object>(
  copy: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  for (const name in changes) {
    const value = changes[name];
    if (value !== undefined) copy[name] = value;
  }
  return copy;
}
