import { Refusal } from "../errors.ts";
import { roleTraits } from "../vocabulary.ts";
import { codeClassYears } from "./coding.ts";
import type { MemberCommand } from "./commands.ts";
import { audienceOfAll, audiencesOf } from "../contacts/audiences.ts";
import {
  audienceEvents,
  changeProfile,
  type Command,
  confirmProfile,
  createProfile,
  existingProfile,
} from "./decide-profile.ts";
import { decideCommissioning } from "../commissioning/decide-commissioning.ts";
import { decideInvitation } from "../invitations/invitation.ts";
import { decideOffer } from "../invitations/offer.ts";
import { isLocked, isStaff } from "../program/admission.ts";
import {
  admissionEvents,
  cadreConfirmed,
  decideProgram,
  isLastStaff,
  roleSelected,
} from "../program/decide-admission.ts";
import { decideAddresses } from "./addresses.ts";
import type { MemberEvent } from "./events.ts";
import type { Member } from "./evolve.ts";
import { decideProgramMail } from "./program-mails.ts";
import type { MemberRecord } from "./record.ts";

/** Decides a command on a member. `[]` if nothing changes, so that sending a form twice is harmless. */
export function decide(member: Member, command: MemberCommand, now: Date): MemberEvent[] {
  if (command.type === "Register") return register(member, command);
  if (command.type === "Erase" && member.status === "erased") return [];
  if (member.status !== "present") throw new Refusal("member/not-found", "Account not found");
  const { record } = member;
  switch (command.type) {
    case "SelectRole":
      return selectRole(record, command);
    case "ChangeAccountDetails":
      return changeAccountDetails(record, command, now);
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
    case "RecordHoldings":
      return [{ type: "HoldingsListed", facts: {}, personal: null }];
    case "RecordPasskey": {
      const type = command.is === "added" ? "PasskeyAdded" : "PasskeyRemoved";
      return [{ type, facts: {}, personal: null }];
    }
    case "DismissPasskeyOffer":
      if (!record.wantsPasskeyOffer) return [];
      return [{ type: "PasskeyOfferDismissed", facts: {}, personal: null }];
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
    case "ConfirmProfile":
      return confirmProfile(record, now);
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
    case "ChangeShowReminder": {
      const { wants } = command;
      if (wants === record.wantsShowReminder) return [];
      return [{ type: "ShowReminderChanged", facts: { wants }, personal: null }];
    }
    case "RenewInvitation":
    case "WriteInvitation":
    case "NoteBounce":
    case "MuteInvitation":
      return decideInvitation(record, command);
    case "AskAddress":
    case "DropAskedAddress":
    case "ConfirmAddress":
    case "SwapAddresses":
    case "RemoveSecondAddress":
    case "UndoAddressChange":
    case "EndFormerAddresses":
      return decideAddresses(record, command, now);
    case "SendProgramMail":
    case "ChangeProgramMails":
      return decideProgramMail(record, command, now);
    case "ConfirmCommission":
    case "UndoCommission":
    case "PutOffCommission":
    case "RemindOfCommission":
      return decideCommissioning(record, command, now);
    case "OfferDetails":
    case "DismissOffer":
      return decideOffer(record, command);
    default:
      return decideProgram(record, command);
  }
}

function register(member: Member, command: Command<"Register">): MemberEvent[] {
  if (member.status !== "unknown") throw new Refusal("member/exists", "Account already exists");
  const { role, username, email, firstName, lastName, confirmedBy, needs } = command;
  return [
    {
      type: "MemberRegistered",
      facts: { role },
      personal: { username, email, firstName, lastName },
    },
    ...needs === undefined
      ? []
      : [{ type: "AdmissionRequested", facts: { needs }, personal: null } as const],
    ...confirmedBy === undefined
      ? []
      : [{ type: "CadreConfirmed", facts: { by: confirmedBy }, personal: null } as const],
    // Stored, so that a later change of the default doesn't affect them.
    ...audienceEvents(audienceOfAll("members"), audienceOfAll(command.contactsFor ?? "members")),
  ];
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
    ...isOther ? [roleSelected(record, role)] : [],
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
  // The state before a suspension may be waiting for this confirmation, and would miss it.
  if (isLocked(record)) throw new Refusal("program/suspended", "This account is suspended");
  const waits = record.admission?.state === "waiting" ? record.admission.needs : undefined;
  return [
    { type: "EmailVerified", facts: {}, personal: null },
    ...waits === "confirmation" ? admissionEvents("confirmation") : [],
    ...waits === "approval" && domain !== undefined ? admissionEvents("domain", domain) : [],
  ];
}

const accountFields = ["username", "email", "firstName", "lastName"] as const;

/** A confirmed address works until its replacement is confirmed. */
function changeAccountDetails(
  record: MemberRecord,
  command: Command<"ChangeAccountDetails">,
  now: Date,
): MemberEvent[] {
  const changed = accountFields.filter((name) =>
    command[name] !== undefined && command[name] !== record[name]
  );
  const atOnce = changed.filter((name) => name !== "email" || !record.emailVerified);
  const personal = Object.fromEntries(atOnce.map((name) => [name, command[name]]));
  const { email } = command;
  return [
    ...atOnce.length === 0
      ? []
      : [{ type: "AccountDetailsChanged", facts: { changed: atOnce }, personal } as const],
    ...email === undefined || atOnce.length === changed.length
      ? []
      : decideAddresses(record, { type: "AskAddress", as: "main", email }, now),
  ];
}
